-- Whether a refund request that waits for a decision reserves its amount (decision 0294). Off, as in versions before.
alter table refund_settings add column do_requests_reserve boolean not null default false;
