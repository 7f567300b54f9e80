-- Notifications by e-mail (decision 0281).
-- Old processes: they expand events without e-mails; nothing else of theirs reads these columns.

-- One row for each message. Its id is the Message-ID: a message that was sent before a crash and is sent again is the same one.
create table emails (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  kind text not null check (kind in ('notifications', 'invitation', 'test')),
  -- Of an invitation: the link, sealed until it is sent.
  sealed text,
  created_at timestamptz(3) not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- Nobody sends it before: another process is sending it, or the server was not reachable.
  next_at timestamptz(3) not null,
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  -- The code of the last failure, never the server's text.
  error text check (length(error) <= 40),
  check (sent_at is null or failed_at is null)
);
create index emails_open on emails (person_id) where sent_at is null and failed_at is null;
create index emails_of_person on emails (person_id, created_at desc);
create index emails_age on emails (created_at);

-- Null: not by e-mail. A person's quiet hours or daily summary make it later than the event.
alter table notifications
  add column email_due_at timestamptz(3),
  add column email_id uuid references emails (id) on delete set null;
create index notifications_to_email on notifications (person_id, email_due_at)
  where email_due_at is not null and email_id is null;
create index notifications_of_email on notifications (email_id) where email_id is not null;
