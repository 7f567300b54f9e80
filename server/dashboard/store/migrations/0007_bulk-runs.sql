-- A run of many refunds, cancels or look-ups, and its rows.
create table bulk_runs (
  id uuid primary key,
  kind text not null check (kind in ('refund', 'cancel', 'lookup')),
  service_address text not null,
  file_name text,
  -- Of its rows' meaning, whatever their order and the file's dialect: the same rows are found again.
  content_hash text not null,
  ignored_columns text[] not null default '{}',
  row_count integer not null check (row_count between 1 and 5000),
  created_by uuid not null references people (id),
  created_at timestamptz(3) not null,
  state text not null check (state in
    ('checking', 'checked', 'awaiting_approval', 'running', 'paused', 'stopped', 'ended', 'discarded')),
  -- For whom it runs; their permission is looked at before each row.
  acting_id uuid references people (id),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  pause_cause text check (pause_cause in
    ('person', 'not_allowed', 'key_refused', 'many_unknown', 'other_service', 'not_approved')),
  waits_until timestamptz(3),
  trouble text check (trouble in ('unavailable', 'key_refused', 'busy')),
  trouble_count integer not null default 0 check (trouble_count >= 0),
  unknown_streak integer not null default 0 check (unknown_streak >= 0),
  check (state not in ('awaiting_approval', 'running', 'paused', 'ended') or acting_id is not null),
  check (state not in ('running', 'paused', 'ended') or started_at is not null),
  check ((state in ('stopped', 'ended', 'discarded')) = (ended_at is not null)),
  check ((state = 'paused') = (pause_cause is not null))
);
create index bulk_runs_newest on bulk_runs (created_at desc, id desc);
create index bulk_runs_content on bulk_runs (content_hash) where started_at is not null;
create index bulk_runs_live on bulk_runs (created_at) where state in ('checking', 'running', 'paused', 'stopped');

create table bulk_rows (
  -- Also the id of the row's refund intent, and so its Idempotency-Key: one row, one intent.
  id uuid primary key,
  run_id uuid not null references bulk_runs (id),
  position integer not null check (position > 0),
  line integer not null check (line > 0),
  reference text not null,
  transaction_id text,
  amount_text text,
  amount_paise bigint check (amount_paise > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  left_paise bigint check (left_paise >= 0),
  reason text,
  -- Of what it asks for: found again in other runs.
  fingerprint text not null,
  state text not null check (state in
    ('unchecked', 'problem', 'ready', 'sending', 'done', 'refused', 'unknown', 'not_sent', 'skipped')),
  faults jsonb not null default '[]',
  message text,
  found jsonb,
  put_back_times integer not null default 0,
  not_before timestamptz(3),
  claimed_at timestamptz(3),
  claimed_times integer not null default 0,
  unique (run_id, position),
  check (state <> 'sending' or claimed_at is not null)
);
create index bulk_rows_state on bulk_rows (run_id, state, position);
create index bulk_rows_fingerprint on bulk_rows (fingerprint);
create index bulk_rows_sending on bulk_rows (transaction_id) where state = 'sending';

-- A row of a refund is what its intent is, whoever finds that out: the call, the resolver, or a person who settles it. What
-- certainly never left is left to whoever is sending the row, to try again; after an unknown outcome nobody does.
create function follow_refund_intent() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state
    and (new.state in ('UNKNOWN', 'ACCEPTED', 'REFUSED') or (new.state = 'NOT_SENT' and old.state = 'UNKNOWN'))
  then
    update bulk_rows
    set state = case new.state
          when 'UNKNOWN' then 'unknown'
          when 'ACCEPTED' then 'done'
          when 'REFUSED' then 'refused'
          else 'not_sent'
        end,
        message = new.message
    where id = new.id and state in ('sending', 'unknown');
  end if;
  return new;
end
$$;
create trigger refund_intents_bulk_row after update on refund_intents
  for each row execute function follow_refund_intent();
