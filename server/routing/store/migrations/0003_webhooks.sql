-- Where a merchant wants to hear of its payments (section 6). Health stands beside the settings because both are judged
-- under one row lock. An endpoint that works is written to about once a minute only; see store/webhook-endpoints.ts.
create table webhook_endpoints (
  merchant_id integer not null references merchants,
  id text collate "C" not null,
  url text not null,
  description text not null,
  events text[] not null check (cardinality(events) > 0),
  enabled boolean not null,
  disabled_reason text check (disabled_reason in ('BY_MERCHANT', 'GONE', 'FAILING')),
  disabled_at timestamptz,
  sealed_secret bytea not null,
  -- During a rotation's overlap both secrets sign.
  previous_sealed_secret bytea,
  previous_secret_expires_at timestamptz,
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  held_until timestamptz,
  last_success_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  check (enabled = (disabled_reason is null) and enabled = (disabled_at is null)),
  check ((previous_sealed_secret is null) = (previous_secret_expires_at is null)),
  check ((consecutive_failures = 0) = (failing_since is null))
);

-- What is to be sent to one endpoint, and what became of it: the queue and the log in one (decision 0015). The body is
-- stored, so that every attempt sends the same bytes. No foreign keys: an endpoint that is deleted while a payment moves
-- must not make that payment fail, and the log outlives the endpoint.
create table webhook_deliveries (
  merchant_id integer not null,
  -- The webhook-id that receivers see. It begins with the time, so that it orders the log.
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event text not null,
  sequence integer,
  payment_id text collate "C",
  merchant_transaction_id text collate "C",
  occurred_at timestamptz not null,
  body text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'FAILED', 'SET_ASIDE')),
  attempts integer not null default 0,
  -- Attempts since the delivery was last asked for: a replay begins the schedule anew and keeps the log.
  tries integer not null default 0,
  next_attempt_at timestamptz not null,
  -- Asked for by a person, who waits: goes before what is due by schedule.
  by_hand boolean not null default false,
  lease uuid,
  leased_until timestamptz,
  last_attempt_at timestamptz,
  last_response_status integer,
  last_error text,
  completed_at timestamptz,
  primary key (merchant_id, id),
  check ((lease is null) = (leased_until is null)),
  check ((status = 'WAITING') = (completed_at is null))
);
create index webhook_deliveries_due on webhook_deliveries (merchant_id, endpoint_id, by_hand, next_attempt_at)
  where status = 'WAITING';
create index webhook_deliveries_in_flight on webhook_deliveries (merchant_id, endpoint_id) where lease is not null;
create index webhook_deliveries_of_endpoint on webhook_deliveries (merchant_id, endpoint_id, id);
create index webhook_deliveries_of_payment on webhook_deliveries (merchant_id, payment_id, id);
create index webhook_deliveries_of_reference on webhook_deliveries (merchant_id, merchant_transaction_id, id);
-- For pruning, across all merchants.
create index webhook_deliveries_by_age on webhook_deliveries (occurred_at);

-- Every request that was made for a delivery, with what came back.
create table webhook_attempts (
  merchant_id integer not null,
  delivery_id text collate "C" not null,
  number integer not null,
  url text not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  request_headers jsonb not null,
  response_status integer,
  response_headers jsonb,
  response_body text,
  response_body_is_cut boolean,
  error text,
  error_message text,
  primary key (merchant_id, delivery_id, number),
  foreign key (merchant_id, delivery_id) references webhook_deliveries on delete cascade,
  check ((response_status is null) = (error is not null))
);
