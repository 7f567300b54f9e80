-- Exports that run by themselves, and their files (decision 0299).
-- Old processes: they do not use these tables.
create table export_schedules (
  id uuid primary key,
  owner_id uuid not null references people (id),
  name text not null check (char_length(name) between 1 and 60),
  list text not null check (list in ('payments', 'refunds')),
  -- The filter as in the list's address; never a customer's contact.
  query text not null check (char_length(query) <= 4000),
  format text not null check (format in ('csv', 'xlsx')),
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  -- 1 is Monday.
  weekday smallint check (weekday between 1 and 7),
  -- In a shorter month its last day.
  month_day smallint check (month_day between 1 and 31),
  -- The local time in the zone, in minutes since midnight.
  at_minute smallint not null check (at_minute between 0 and 1439),
  time_zone text not null,
  created_at timestamptz(3) not null,
  -- The next slot.
  next_at timestamptz(3) not null,
  paused_at timestamptz(3),
  paused_why text check (paused_why in ('person', 'role', 'closed')),
  check ((frequency = 'weekly') = (weekday is not null)),
  check ((frequency = 'monthly') = (month_day is not null)),
  check ((paused_at is null) = (paused_why is null))
);
create index export_schedules_of_person on export_schedules (owner_id, created_at);
create index export_schedules_due on export_schedules (next_at) where paused_at is null;

create table export_runs (
  id uuid primary key,
  schedule_id uuid not null references export_schedules (id) on delete cascade,
  -- Null for a run that its owner started.
  slot timestamptz(3),
  requested_at timestamptz(3) not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  -- Only the newest attempt can write and end a run.
  attempt integer not null default 0,
  finished_at timestamptz(3),
  row_count integer,
  byte_count bigint,
  file_name text,
  why text,
  -- When its file is deleted.
  expires_at timestamptz(3),
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check ((state = 'failed') = (why is not null))
);
-- Whatever the code does: one run for each slot.
create unique index export_runs_slot on export_runs (schedule_id, slot) where slot is not null;
create index export_runs_newest on export_runs (schedule_id, requested_at desc);
create index export_runs_open on export_runs (requested_at) where state in ('waiting', 'running');
create index export_runs_with_file on export_runs (expires_at) where expires_at is not null;

create table export_chunks (
  run_id uuid not null references export_runs (id) on delete cascade,
  attempt integer not null,
  position integer not null,
  bytes bytea not null,
  primary key (run_id, attempt, position)
);
