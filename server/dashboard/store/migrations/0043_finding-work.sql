-- Findings of the reconciliation as the service listed them last, for the queues (decisions 0287 and 0288). A job reads them each minute.
create table finding_work (
  service_address text not null,
  finding_id text not null,
  version integer not null,
  is_certain boolean not null,
  first_seen_at timestamptz(3) not null,
  reference text not null,
  transaction_id text not null,
  amount_paise bigint not null check (amount_paise >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  -- gone: it agrees again, or is not known any more.
  state text not null check (state in ('open', 'repaired', 'settled', 'gone')),
  closed_at timestamptz(3),
  primary key (service_address, finding_id),
  check ((state = 'open') = (closed_at is null))
);
create index finding_work_open on finding_work (first_seen_at) where state = 'open';
create index finding_work_closed on finding_work (closed_at) where closed_at is not null;
create index finding_work_by_id on finding_work (finding_id);
