-- Notifications to chat channels by incoming webhooks (decision 0295).
-- Old processes: they expand events without chats; nothing else of theirs reads these tables.

create table chat_channels (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('slack', 'teams')),
  -- The address of the incoming webhook, which is a secret: sealed for the channel's id.
  sealed_url text not null,
  -- What is shown of it.
  url_host text not null,
  url_end text not null check (length(url_end) <= 4),
  events text[] not null,
  language text not null check (language in ('en', 'hi')),
  time_zone text not null,
  -- Minutes of the day in that time zone; null: no quiet hours.
  quiet_from integer check (quiet_from between 0 and 1439),
  quiet_until integer check (quiet_until between 0 and 1439),
  created_at timestamptz(3) not null,
  created_by uuid not null references people (id),
  -- Nothing is sent or kept for later while it is set.
  paused_at timestamptz(3),
  -- The last failure, when it was paused because of it; null when a person paused it.
  pause_code text check (length(pause_code) <= 40),
  -- Notifications that were not sent because it was paused.
  missed integer not null default 0 check (missed >= 0),
  last_sent_at timestamptz(3),
  -- A person tests it at most every few seconds.
  tested_at timestamptz(3),
  check ((quiet_from is null) = (quiet_until is null)),
  check (paused_at is not null or pause_code is null)
);
create unique index chat_channels_name on chat_channels (lower(name));
create index chat_channels_creator on chat_channels (created_by);

-- Written before it is sent, so that the same message is sent again after a crash.
create table chat_messages (
  id uuid primary key,
  channel_id uuid not null references chat_channels (id) on delete cascade,
  created_at timestamptz(3) not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- Nobody sends it before: another process is sending it, or an attempt failed.
  next_at timestamptz(3) not null,
  -- An attempt has begun whose result is not known: the next one says that it may be a repetition.
  may_have_arrived boolean not null default false,
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  -- The code of the last failure, never the receiver's text.
  error text check (length(error) <= 40),
  check (sent_at is null or failed_at is null)
);
-- What arrives while one is open becomes one message afterwards.
create unique index chat_messages_open on chat_messages (channel_id) where sent_at is null and failed_at is null;
create index chat_messages_of_channel on chat_messages (channel_id, created_at desc);
create index chat_messages_age on chat_messages (created_at);

create table chat_notifications (
  event_id uuid not null references notification_events (id) on delete cascade,
  channel_id uuid not null references chat_channels (id) on delete cascade,
  -- The channel's quiet hours make it later than the event.
  due_at timestamptz(3) not null,
  message_id uuid references chat_messages (id) on delete cascade,
  primary key (event_id, channel_id)
);
create index chat_notifications_due on chat_notifications (channel_id, due_at) where message_id is null;
create index chat_notifications_of_message on chat_notifications (message_id) where message_id is not null;
