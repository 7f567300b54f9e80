-- People and their sessions. A session is one sign-in; its id travels in the signed cookie and nowhere else.
create table people (
  id uuid primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('support', 'ops', 'finance', 'admin')),
  password_hash text not null,
  created_at timestamptz(3) not null,
  deactivated_at timestamptz(3)
);
create unique index people_email on people (lower(email));

create table sessions (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sessions_person on sessions (person_id, expires_at);

-- Failure 35: whoever changes a role or deactivates a person, by whatever means, ends the sessions in the same
-- transaction. A changed password does so too.
create function end_sessions_of_person() returns trigger language plpgsql as $$
begin
  if new.role is distinct from old.role
    or new.password_hash is distinct from old.password_hash
    or new.deactivated_at is distinct from old.deactivated_at
  then
    delete from sessions where person_id = new.id;
  end if;
  return new;
end
$$;
create trigger people_end_sessions after update on people
  for each row execute function end_sessions_of_person();

-- Failure 36: counted for every e-mail that was tried, whether somebody has it or not.
create table sign_in_failures (
  email text primary key,
  failures integer not null check (failures > 0),
  last_failed_at timestamptz(3) not null,
  locked_until timestamptz(3)
);
create index sign_in_failures_age on sign_in_failures (last_failed_at);

-- One row a payment: the lock under which its refunds are decided, and what the service last told of its balance.
create table refund_ledgers (
  transaction_id text primary key,
  told_remaining_paise bigint check (told_remaining_paise >= 0),
  told_at timestamptz(3),
  check ((told_remaining_paise is null) = (told_at is null))
);

-- A refund asked for here. Written before the call, so that no crash can lose one.
create table refund_intents (
  id uuid primary key,
  transaction_id text not null references refund_ledgers (transaction_id),
  reference text not null,
  service_address text not null,
  amount_paise bigint not null check (amount_paise > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text,
  requested_by uuid not null references people (id),
  requested_at timestamptz(3) not null,
  state text not null check (state in ('RECORDED', 'SENDING', 'ACCEPTED', 'REFUSED', 'NOT_SENT', 'UNKNOWN')),
  sent_at timestamptz(3),
  answered_at timestamptz(3),
  message text,
  told_remaining_paise bigint check (told_remaining_paise >= 0),
  trouble text check (trouble in ('unavailable', 'key_refused', 'busy')),
  retry_after_seconds integer check (retry_after_seconds >= 0),
  refund_id text,
  refund_status text check (refund_status in ('INITIATED', 'PROCESSING', 'SUCCESS', 'FAILURE')),
  gateway_refund_id text,
  completed_at timestamptz(3),
  last_checked_at timestamptz(3),
  check (state <> 'RECORDED' or sent_at is null),
  check (state not in ('SENDING', 'UNKNOWN', 'ACCEPTED') or sent_at is not null),
  check ((state = 'ACCEPTED') = (refund_id is not null)),
  check ((refund_id is null) = (refund_status is null)),
  check (state not in ('ACCEPTED', 'REFUSED', 'NOT_SENT') or answered_at is not null),
  check (state <> 'NOT_SENT' or trouble is not null),
  check (completed_at is null or refund_status in ('SUCCESS', 'FAILURE'))
);
create index refund_intents_newest on refund_intents (requested_at desc, id desc);
create index refund_intents_transaction on refund_intents (transaction_id, requested_at);
create unique index refund_intents_refund on refund_intents (service_address, refund_id) where refund_id is not null;
-- Failure 3, held by the database too: one payment has at most one refund whose outcome is open.
create unique index refund_intents_one_open on refund_intents (transaction_id)
  where state in ('RECORDED', 'SENDING', 'UNKNOWN');
create index refund_intents_unsettled on refund_intents (requested_at)
  where state in ('RECORDED', 'SENDING', 'UNKNOWN') or (state = 'ACCEPTED' and completed_at is null);

-- One row a deed; `requested` is the time between the record and its answer.
create table cancellations (
  id uuid primary key,
  transaction_id text not null,
  reference text not null,
  requested_by uuid not null references people (id),
  requested_at timestamptz(3) not null,
  state text not null check (state in ('requested', 'cancelled', 'refused', 'unknown', 'not_sent')),
  answered_at timestamptz(3),
  message text,
  check ((state = 'requested') = (answered_at is null))
);
create index cancellations_transaction on cancellations (transaction_id, requested_at);

-- Who did what. Rows are only ever added.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor_id uuid,
  actor_email text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  detail jsonb not null default '{}',
  request_id text
);
create index audit_log_subject on audit_log (subject_kind, subject_id, id);
create index audit_log_actor on audit_log (actor_id, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
