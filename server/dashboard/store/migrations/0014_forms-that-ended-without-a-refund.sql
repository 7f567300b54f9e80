-- Forms whose reader was told for certain that nothing is refunded by them, under the id that their refund would have had
-- (decision 0148). What was asked is kept as in refund_intents, the answer as it was told.
create table ended_forms (
  intent_id uuid primary key,
  transaction_id text not null,
  reference text not null,
  amount_paise bigint not null,
  reason text,
  requested_by_id uuid not null references people (id),
  outcome json not null,
  ended_at timestamptz not null
);
create index ended_forms_by_end on ended_forms (ended_at);
