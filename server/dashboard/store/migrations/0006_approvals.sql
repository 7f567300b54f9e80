-- Above which sum a refund waits for a second person, by the role of whoever asks and by currency. None by default.
create table approval_rules (
  role text not null check (role in ('finance', 'admin')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  threshold_paise bigint not null check (threshold_paise >= 0),
  lifetime_minutes integer not null check (lifetime_minutes between 5 and 43200),
  changed_by uuid not null references people (id),
  changed_at timestamptz(3) not null,
  primary key (role, currency)
);

-- What waits, or waited, for a second person. A refund's request has the id of its form: the intent that comes of it, and
-- the Idempotency-Key of its call, are the same id.
create table approval_requests (
  id uuid primary key,
  kind text not null check (kind in ('refund', 'bulk')),
  service_address text not null,
  -- What a refund is bound to.
  transaction_id text references refund_ledgers (transaction_id),
  reference text,
  reason text,
  -- What a bulk run is bound to.
  run_id uuid,
  row_count integer not null check (row_count > 0),
  run_name text,
  requested_by uuid not null references people (id),
  requested_role text not null check (requested_role in ('finance', 'admin')),
  requested_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > requested_at),
  state text not null check (state in ('WAITING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'REFUSED')),
  decided_by uuid references people (id),
  decided_at timestamptz(3),
  note text,
  -- Why one that was approved could not be carried out any more.
  obstacle text check (obstacle in ('not_refundable', 'exceeds_balance', 'requester_gone')),
  obstacle_left_paise bigint check (obstacle_left_paise >= 0),
  check ((kind = 'refund') = (transaction_id is not null and reference is not null and row_count = 1)),
  check ((kind = 'bulk') = (run_id is not null)),
  check ((state = 'WAITING') = (decided_at is null)),
  check (state not in ('APPROVED', 'DECLINED', 'REFUSED') or decided_by is not null),
  check (state <> 'DECLINED' or note is not null),
  check ((state = 'REFUSED') = (obstacle is not null)),
  -- Four eyes, held by the database too.
  check (state not in ('APPROVED', 'DECLINED', 'REFUSED') or decided_by <> requested_by),
  check (state <> 'WITHDRAWN' or decided_by = requested_by)
);
create index approval_requests_waiting on approval_requests (requested_at, id) where state = 'WAITING';
create index approval_requests_decided on approval_requests (decided_at desc, id desc) where state <> 'WAITING';
create index approval_requests_mine on approval_requests (requested_by, requested_at desc, id desc);
create unique index approval_requests_one_waiting_run on approval_requests (run_id)
  where run_id is not null and state in ('WAITING', 'APPROVED');

-- The sums of a request, each with the rule that it was judged by at that time; later changes of the rule leave it.
create table approval_totals (
  approval_id uuid not null references approval_requests (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_paise bigint not null check (amount_paise > 0),
  threshold_paise bigint,
  -- Refunded on the same payment without a second person within the rule's life time, and counted with it.
  counted_paise bigint not null default 0 check (counted_paise >= 0),
  primary key (approval_id, currency)
);

-- What a request holds of each payment's balance for as long as it waits.
create table approval_reservations (
  approval_id uuid not null references approval_requests (id),
  transaction_id text not null,
  amount_paise bigint not null check (amount_paise > 0),
  primary key (approval_id, transaction_id)
);
create index approval_reservations_payment on approval_reservations (transaction_id);

-- By which request a second person approved this refund; null for one that needed nobody else.
alter table refund_intents add column approval_id uuid references approval_requests (id);
