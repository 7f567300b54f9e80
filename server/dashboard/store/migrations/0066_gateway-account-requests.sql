-- Requests to put an account at a vendor in use, each of which a second person confirms (decision 0315). The credentials are at the
-- service alone, which has tried and saved the account without using it; `revision` names them.
-- Old processes: they put an account in use at once, as long as any of them runs.
create table gateway_account_requests (
  id uuid primary key,
  service_address text not null,
  gateway text not null,
  account integer not null,
  revision integer not null,
  hint text not null,
  is_live boolean not null,
  -- The account that was in use; null for none of the merchant's own.
  replaces integer,
  requested_by uuid not null references people (id),
  requested_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- CONFIRMING: confirmed here; the service has not answered yet.
  state text not null check (
    state in ('WAITING', 'CONFIRMING', 'CONFIRMED', 'DECLINED', 'WITHDRAWN', 'REFUSED', 'EXPIRED')),
  decided_by uuid references people (id),
  decided_at timestamptz(3),
  check (state <> 'WAITING' or decided_by is null),
  check ((decided_by is null) = (decided_at is null)),
  -- Whatever the code does: nobody confirms their own.
  constraint gateway_account_requests_second_person check (
    state in ('WAITING', 'WITHDRAWN', 'EXPIRED') or (decided_by is not null and decided_by <> requested_by))
);
create unique index gateway_account_requests_one_open on gateway_account_requests (service_address, gateway)
  where state in ('WAITING', 'CONFIRMING');
create index gateway_account_requests_by_requester on gateway_account_requests (requested_by);
create index gateway_account_requests_by_decider on gateway_account_requests (decided_by);
