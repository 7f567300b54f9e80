-- Wrong codes of a person's second factor. A right code or an admin ends the count; a password never does.
create table code_failures (
  person_id uuid primary key references people (id) on delete cascade,
  failures integer not null check (failures >= 0),
  -- Locks since the last right code: each lasts longer than the one before.
  locks integer not null default 0 check (locks >= 0),
  locked_until timestamptz(3)
);

-- What a person is shown about attempts on their own account.
create table account_notices (
  id bigint generated always as identity primary key,
  person_id uuid not null references people (id) on delete cascade,
  at timestamptz(3) not null,
  kind text not null check (kind in ('password_locked', 'codes_locked', 'wrong_code')),
  -- What the code was entered for; null where no code was.
  purpose text check (purpose in ('sign_in', 'turn_on', 'turn_off', 'renew_codes')),
  seen_at timestamptz(3)
);
create index account_notices_newest on account_notices (person_id, id desc);
create index account_notices_unseen on account_notices (person_id) where seen_at is null;

-- Failed attempts within a window, for every process: by source network, and all of them together.
create table attempt_counts (
  scope text primary key,
  failures integer not null check (failures >= 0),
  window_started_at timestamptz(3) not null,
  -- Of a network: when somebody last signed in from it.
  succeeded_at timestamptz(3)
);
create index attempt_counts_age on attempt_counts (window_started_at);
