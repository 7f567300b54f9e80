-- Events that people are notified of, and what each person has got (decision 0280).
-- Old processes: they write no events and run no expanding jobs; a process of this version does.

-- Written in the transaction of the change that it reports, together with a job that expands it to people.
create table notification_events (
  id uuid primary key,
  event text not null,
  -- One event for each: a job that runs again after a crash, and a second process, write it once.
  dedupe_key text not null unique check (length(dedupe_key) between 1 and 300),
  at timestamptz(3) not null,
  -- Null: everybody with the event's permission.
  recipients uuid[],
  -- The person who caused it is not notified.
  except_person uuid,
  detail jsonb not null,
  expanded_at timestamptz(3)
);
create index notification_events_open on notification_events (at) where expanded_at is null;
create index notification_events_age on notification_events (at);

create table notifications (
  id bigint generated always as identity primary key,
  event_id uuid not null references notification_events (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  event text not null,
  at timestamptz(3) not null,
  -- In the dashboard: a person who wants an event by e-mail alone does not see it in the list.
  is_listed boolean not null,
  read_at timestamptz(3),
  unique (event_id, person_id)
);
create index notifications_newest on notifications (person_id, id desc) where is_listed;
create index notifications_unread on notifications (person_id) where is_listed and read_at is null;

-- A person's own choices; a missing row is the default for the person's role.
create table notification_choices (
  person_id uuid not null references people (id) on delete cascade,
  event text not null,
  channel text not null check (channel in ('dashboard', 'email')),
  is_on boolean not null,
  primary key (person_id, event, channel)
);

create table notification_preferences (
  person_id uuid primary key references people (id) on delete cascade,
  language text not null check (language in ('en', 'hi')),
  time_zone text not null,
  -- Minutes of the day in that time zone; null: no quiet hours.
  quiet_from integer check (quiet_from between 0 and 1439),
  quiet_until integer check (quiet_until between 0 and 1439),
  -- One e-mail a day at this minute instead of single ones; null: single ones.
  digest_at integer check (digest_at between 0 and 1439),
  check ((quiet_from is null) = (quiet_until is null))
);

-- Kinds of browser that a person has signed in with, "Chrome on Windows": the first sign-in with another one is reported.
create table known_devices (
  person_id uuid not null references people (id) on delete cascade,
  device text not null check (length(device) <= 100),
  first_seen_at timestamptz(3) not null,
  primary key (person_id, device)
);
