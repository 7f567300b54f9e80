-- Whether a row's payment, or all payments of an approval request, are the simulator's (decision 0210). What was written before is not
-- known, and stays unmarked.
alter table bulk_rows add column is_test boolean not null default false;
alter table approval_requests add column is_test boolean not null default false;
