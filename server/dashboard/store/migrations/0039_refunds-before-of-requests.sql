-- The forms with which a refund request was accepted before its present one: their refunds were not made, as far as was known
-- then. A gateway may pay one late (decision 0278).
-- Old processes: they accept a request again without adding to it.
alter table refund_requests add column earlier_intents uuid[] not null default '{}';
