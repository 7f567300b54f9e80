-- What was tried to find out what became of a refund of unknown outcome, and who may try just now: a job that sends it
-- again and a person who says that it was not sent must not meet.
create table refund_resolutions (
  intent_id uuid primary key references refund_intents (id),
  held_until timestamptz(3),
  tries integer not null default 0 check (tries >= 0),
  resent_at timestamptz(3),
  resend_finding text check (resend_finding in ('unreachable', 'no_answer', 'busy', 'key_refused')),
  looked_at timestamptz(3),
  look_means text check (look_means in ('search', 'balance')),
  look_finding text check (look_finding in ('unreadable', 'absent', 'unclear', 'several')),
  -- Why nothing could be tried.
  obstacle text check (obstacle in ('no_means', 'other_service')),
  next_try_at timestamptz(3),
  check ((looked_at is null) = (look_means is null)),
  check ((looked_at is null) = (look_finding is null))
);

-- What finance said became of it, and why they think so.
create table refund_settlements (
  intent_id uuid primary key references refund_intents (id),
  verdict text not null check (verdict in ('accepted', 'not_sent')),
  reason text not null check (reason <> ''),
  settled_by uuid not null references people (id),
  settled_at timestamptz(3) not null
);
