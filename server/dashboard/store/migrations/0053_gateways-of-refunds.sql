-- The gateway of each refund, for what is usual there (decision 0296).
-- Old processes: they write refunds without it, which count as those of a service that does not name it.

-- Null: the service did not name it.
alter table refund_intents add column gateway text check (length(gateway) <= 100);
create index refund_intents_durations on refund_intents (gateway, requested_at desc)
  where refund_status = 'SUCCESS' and completed_at is not null;
