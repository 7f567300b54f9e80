-- A gateway may call a reversal successful and have it returned by a bank weeks later. As long as `watched_until` is set, a
-- reversal that has ended is looked at once a day (decision 0205); null when it is not looked at any more.
alter table reversals add column watched_until timestamptz;
update reversals set watched_until = completed_at + interval '30 days'
where completed_at > now() - interval '30 days' and gateway_refund_id is not null;

-- What needs a job: the sweep looks for those that have lost theirs.
drop index reversals_open;
create index reversals_open on reversals (merchant_id, payment_id)
  where completed_at is null or watched_until is not null;
