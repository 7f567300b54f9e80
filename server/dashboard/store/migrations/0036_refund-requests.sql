-- Requests of support to finance to refund a payment (decision 0278). They reserve nothing: an accepted one has the id of the refund form, which
-- is that of the approval and of the intent.
create table refund_requests (
  id uuid primary key,
  service_address text not null,
  transaction_id text not null,
  reference text not null,
  -- What is requested now, and in the end what was refunded; finance may change it.
  amount_paise bigint not null check (amount_paise > 0),
  requested_paise bigint not null check (requested_paise > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  -- As a refund has it; null for none.
  reason text,
  reason_code text references refund_reasons,
  -- For finance; never sent to the payment service.
  note text,
  requested_by uuid not null references people (id),
  requested_at timestamptz(3) not null,
  state text not null check (state in ('OPEN', 'QUESTION', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  decided_by uuid references people (id),
  decided_at timestamptz(3),
  intent_id uuid unique,
  check ((state = 'ACCEPTED') <= (intent_id is not null)),
  check ((state in ('OPEN', 'QUESTION')) = (decided_at is null))
);
-- One at a time for a payment: a second person sees the first request instead of making the same again.
create unique index refund_requests_one_open on refund_requests (service_address, transaction_id)
  where state in ('OPEN', 'QUESTION');
create index refund_requests_open on refund_requests (requested_at, id) where state in ('OPEN', 'QUESTION');
create index refund_requests_decided on refund_requests (decided_at desc, id desc) where decided_at is not null;
create index refund_requests_by_person on refund_requests (requested_by, requested_at desc, id desc);
create index refund_requests_by_payment on refund_requests (transaction_id, requested_at);
create index refund_requests_by_reason on refund_requests (reason_code) where reason_code is not null;

-- Everything that happened to a request, in order: the thread on its page.
create table refund_request_events (
  id bigint generated always as identity primary key,
  request_id uuid not null references refund_requests on delete cascade,
  kind text not null
    check (kind in ('requested', 'question', 'answer', 'amount', 'accepted', 'declined', 'withdrawn')),
  at timestamptz(3) not null,
  by_id uuid not null references people (id),
  text text,
  -- The amount from then on.
  amount_paise bigint not null
);
create index refund_request_events_by_request on refund_request_events (request_id, id);
