-- The newest payments seen at a service that has no list of its own (decision 0329).
-- Old processes: storing what was seen waits while the index is built; no page waits for that longer than a second.
create index seen_payments_by_time on seen_payments (service_address, created_at desc, transaction_id desc);
