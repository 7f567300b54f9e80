-- Every primary key and unique index of a merchant's data begins with merchant_id, so that the tables can be
-- distributed by merchant. Texts that are compared exactly (D1) have the "C" collation.

create table merchants (
  id integer generated always as identity primary key,
  name text not null unique,
  created_at timestamptz not null default now()
);

-- Looked up before the merchant is known. The salt is sealed with a key kept outside the database.
create table api_keys (
  api_key text collate "C" primary key,
  merchant_id integer not null references merchants,
  sealed_salt bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index api_keys_of_merchant on api_keys (merchant_id);

create table routing_rules (
  merchant_id integer not null references merchants,
  id integer not null,
  name text not null,
  priority integer not null,
  active boolean not null default true,
  conditions jsonb not null default '[]',
  gateways text[] not null check (cardinality(gateways) > 0),
  created_at timestamptz not null default now(),
  primary key (merchant_id, id)
);

create table payments (
  merchant_id integer not null references merchants,
  id text collate "C" not null,
  merchant_transaction_id text collate "C" not null,
  attempt integer not null check (attempt >= 1),
  amount_paise bigint not null check (amount_paise >= 100),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('INITIATED', 'SUCCESS', 'FAILURE', 'DROP', 'CANCELLED')),
  checkout_token text collate "C" not null,
  customer_email text,
  customer_phone text,
  customer_name text,
  payment_method text,
  card_scheme text,
  issuing_bank text,
  udf1 text,
  udf2 text,
  udf3 text,
  surl text,
  furl text,
  gateway text,
  gateway_checkout_id text,
  gateway_transaction_id text,
  routing_decision jsonb not null,
  created_at timestamptz not null,
  link_issued_at timestamptz,
  expires_at timestamptz not null,
  completed_at timestamptz,
  primary key (merchant_id, id),
  constraint payments_reference_attempt unique (merchant_id, merchant_transaction_id, attempt),
  check ((status = 'INITIATED') = (completed_at is null))
);
create index payments_of_checkout on payments (merchant_id, checkout_token);
create index payments_to_expire on payments (expires_at) where status = 'INITIATED';
create index payments_without_link on payments (created_at) where status = 'INITIATED' and link_issued_at is null;

-- What happened to a payment, in order, written in the transaction that did it.
create table payment_events (
  merchant_id integer not null,
  payment_id text collate "C" not null,
  id bigint generated always as identity,
  kind text not null,
  at timestamptz not null,
  detail jsonb not null default '{}',
  primary key (merchant_id, payment_id, id),
  foreign key (merchant_id, payment_id) references payments
);

create table refunds (
  merchant_id integer not null,
  id text collate "C" not null,
  payment_id text collate "C" not null,
  merchant_transaction_id text collate "C" not null,
  amount_paise bigint not null check (amount_paise > 0),
  currency text not null,
  status text not null check (status in ('INITIATED', 'PROCESSING', 'SUCCESS', 'FAILURE')),
  reason text,
  gateway text not null,
  gateway_refund_id text,
  requested_at timestamptz not null,
  completed_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, payment_id) references payments,
  check ((status in ('SUCCESS', 'FAILURE')) = (completed_at is not null))
);
create index refunds_of_payment on refunds (merchant_id, payment_id);
create index refunds_of_reference on refunds (merchant_id, merchant_transaction_id);

-- Money that a gateway took for a payment that was already cancelled or dropped, on its way back (D10).
create table reversals (
  merchant_id integer not null,
  payment_id text collate "C" not null,
  gateway_transaction_id text collate "C" not null,
  gateway text not null,
  amount_paise bigint not null check (amount_paise > 0),
  currency text not null,
  status text not null check (status in ('INITIATED', 'PROCESSING', 'SUCCESS', 'FAILURE')),
  gateway_refund_id text,
  requested_at timestamptz not null,
  completed_at timestamptz,
  primary key (merchant_id, payment_id, gateway_transaction_id),
  foreign key (merchant_id, payment_id) references payments
);

-- The answers that Idempotency-Key replays for 24 hours (D13). An answer is written in the transaction of the deed.
create table idempotency_keys (
  merchant_id integer not null references merchants,
  endpoint text not null,
  key text collate "C" not null,
  body_sha256 bytea not null,
  lease uuid not null,
  leased_until timestamptz not null,
  answer_status integer,
  answer_body text,
  created_at timestamptz not null,
  primary key (merchant_id, endpoint, key),
  check ((answer_status is null) = (answer_body is null))
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- The simulated gateway's own records, apart from the service's: what a vendor would keep on its side (D16).
create schema simulator;

create table simulator.charges (
  checkout_id text primary key,
  transaction_id text not null unique,
  amount_paise bigint not null,
  currency text not null,
  outcome text not null check (outcome in ('SUCCESS', 'FAILURE')),
  charged_at timestamptz not null
);

create table simulator.refunds (
  idempotency_key text primary key,
  refund_id text not null unique,
  transaction_id text not null,
  amount_paise bigint not null,
  currency text not null,
  outcome text not null check (outcome in ('SUCCESS', 'FAILURE')),
  received_at timestamptz not null,
  settles_at timestamptz not null
);
create index refunds_of_charge on simulator.refunds (transaction_id);
