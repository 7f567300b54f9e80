-- True from its request until just before the first call that sends it: its gateway certainly does not have it (decision 0213). False
-- for refunds of earlier versions, which may have been sent.
alter table refunds add column is_unsent boolean not null default false;

-- A bank may return a refund weeks after its gateway called it successful, and a gateway may pay one that it called failed. When a
-- refund that has ended is checked next (decision 0205); null when it is not checked any more.
alter table refunds add column next_check_at timestamptz;
update refunds set next_check_at = (
  select min(completed_at + days * interval '1 day') from unnest(array[1, 3, 7, 14, 30]) days
  where completed_at + days * interval '1 day' > now())
where completed_at > now() - interval '30 days' and gateway_refund_id is not null;
create index refunds_to_check on refunds (next_check_at) where next_check_at is not null;
