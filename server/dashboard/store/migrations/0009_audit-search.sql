-- The audit screen looks by person, by action and by what a row is about, newest first.
create index audit_log_email on audit_log (lower(actor_email) text_pattern_ops, position);
create index audit_log_action on audit_log (action, position);
create index audit_log_subject_id on audit_log (subject_id, position);
create index audit_log_at on audit_log (at, position);
-- A deed on a refund names its payment in its detail: looking for the payment finds the deed.
create index audit_log_detail on audit_log using gin (detail);

-- Judging the whole log takes a while: it is done by a job, which leaves its verdict here.
create table audit_verifications (
  id uuid primary key,
  requested_by uuid references people (id),
  requested_at timestamptz(3) not null,
  -- Null for the whole log.
  newest_rows integer check (newest_rows > 0),
  finished_at timestamptz(3),
  verdict text check (verdict in ('whole', 'altered', 'missing', 'wrong_end')),
  -- The last row that was judged, or the first place where the chain does not hold.
  position bigint,
  expected_position bigint,
  head_hash bytea,
  check ((finished_at is null) = (verdict is null))
);
create index audit_verifications_newest on audit_verifications (requested_at desc);
