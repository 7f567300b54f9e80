-- Everybody who may steer a bulk run may stop it, also while it waits for approval: the run's request is then withdrawn by that
-- person. The request of a single refund is withdrawn by whoever made it, and by nobody else. The name of the older constraint
-- was chosen by Postgres, so it is found by its condition.
do $$
declare
  old_name name;
begin
  select conname into strict old_name from pg_constraint
  where conrelid = 'approval_requests'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%WITHDRAWN%decided_by = requested_by%';
  execute format('alter table approval_requests drop constraint %I', old_name);
end
$$;
alter table approval_requests
  add constraint approval_requests_withdrawn_by_a_person check (state <> 'WITHDRAWN' or decided_by is not null),
  add constraint approval_requests_refund_withdrawn_by_requester
    check (state <> 'WITHDRAWN' or kind = 'bulk' or decided_by = requested_by);

-- A row that looks like a duplicate is left out, unless a person confirms that it is meant (decision 0200). "accepted" and
-- "failed" tell what became of the refund of a row that was sent (decision 0201).
alter table bulk_rows
  add column confirmed_by uuid references people (id),
  add column confirmed_at timestamptz(3),
  add check ((confirmed_by is null) = (confirmed_at is null)),
  drop constraint bulk_rows_state_check,
  add constraint bulk_rows_state_check check (state in
    ('unchecked', 'problem', 'likely_duplicate', 'ready', 'sending', 'accepted', 'done', 'failed', 'refused', 'unknown',
     'not_sent', 'skipped')),
  add check (state <> 'likely_duplicate' or confirmed_by is null);
