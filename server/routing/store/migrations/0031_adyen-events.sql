-- What Adyen has reported, because it cannot be called for it: no call returns the payment of a link, or the status of a refund
-- (decision 0307). Only fields that its signature covers, and the reason of a refusal.
create table adyen_events (
  psp_reference text collate "C" not null,
  event_code text collate "C" not null,
  success boolean not null,
  original_reference text collate "C",
  merchant_reference text collate "C" not null,
  amount_units bigint not null,
  currency text not null,
  reason text,
  received_at timestamptz not null,
  primary key (psp_reference, event_code, success)
);
create index adyen_events_of_reference on adyen_events (merchant_reference);
create index adyen_events_of_charge on adyen_events (original_reference) where original_reference is not null;
create index adyen_events_by_time on adyen_events (received_at);

-- When a refund was first sent to Adyen, which forgets idempotency keys after seven days.
create table adyen_refunds (
  idempotency_key text collate "C" primary key,
  first_sent_at timestamptz not null
);
create index adyen_refunds_by_time on adyen_refunds (first_sent_at);
