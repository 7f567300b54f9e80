-- Reconciliation as a stored run with findings (decision 0288). A run compares the records that are not final and those that became
-- final on the UTC days from `from_day` to `until_day`; it is continued from `position` when its process dies.
create table reconciliation_runs (
  merchant_id integer not null references merchants,
  id bigint generated always as identity,
  -- The caller's own id: a request that is sent twice starts one run.
  request_id text,
  source text not null check (source in ('daily', 'request', 'command')),
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  gateway text,
  repairs boolean not null,
  requested_by text,
  state text not null check (state in ('queued', 'running', 'done', 'broken')),
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  position jsonb not null,
  -- For each gateway, how many fetches in a row it did not answer.
  silences jsonb not null default '{}',
  -- Attempts since the last progress, and all of them: only the newest may save progress.
  tries integer not null default 0,
  epoch integer not null default 0,
  planned integer,
  payments integer not null default 0,
  refunds integer not null default 0,
  reversals integer not null default 0,
  rechecked integer not null default 0,
  not_compared jsonb not null default '[]',
  jobs_resumed integer not null default 0,
  failure text,
  primary key (merchant_id, id),
  check ((state in ('done', 'broken')) = (finished_at is not null))
);
create unique index reconciliation_runs_one_at_a_time on reconciliation_runs (merchant_id) where state in ('queued', 'running');
create unique index reconciliation_runs_daily on reconciliation_runs (merchant_id, until_day) where source = 'daily';
create unique index reconciliation_runs_of_request on reconciliation_runs (merchant_id, request_id) where request_id is not null;

-- One disagreement between a record and its gateway. The same one found by a later run is the same row.
create table reconciliation_findings (
  merchant_id integer not null references merchants,
  id bigint generated always as identity,
  record text not null check (record in ('payment', 'refund', 'reversal')),
  payment_id text collate "C" not null,
  -- The id of the payment or refund; for a reversal, the id of its charge.
  record_id text collate "C" not null,
  reference text collate "C",
  gateway text not null,
  problem text not null,
  is_certain boolean not null,
  here jsonb not null,
  there jsonb,
  there_note text,
  stake_paise bigint not null check (stake_paise >= 0),
  stake_currency text not null,
  state text not null check (state in ('open', 'repaired', 'settled', 'gone')),
  version integer not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  examined_run_id bigint,
  repair_requested_at timestamptz,
  repair_requested_by text,
  closed_at timestamptz,
  settlement jsonb,
  primary key (merchant_id, id),
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'settled') = (settlement is not null))
);
create unique index reconciliation_findings_open on reconciliation_findings (merchant_id, record, payment_id, record_id)
  where state = 'open';
create index reconciliation_findings_of_record on reconciliation_findings (merchant_id, record, payment_id, record_id);
create index reconciliation_findings_by_state on reconciliation_findings (merchant_id, state, id);

create table reconciliation_run_findings (
  merchant_id integer not null,
  run_id bigint not null,
  finding_id bigint not null,
  primary key (merchant_id, run_id, finding_id),
  foreign key (merchant_id, run_id) references reconciliation_runs (merchant_id, id),
  foreign key (merchant_id, finding_id) references reconciliation_findings (merchant_id, id)
);
create index reconciliation_runs_of_finding on reconciliation_run_findings (merchant_id, finding_id);
