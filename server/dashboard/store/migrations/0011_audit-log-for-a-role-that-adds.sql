-- The role that the dashboard works as may add to the audit log and nothing else, so the chain's head is moved with the rights
-- of its owner. Temporary tables come last, or anybody's could stand in for the head; and nobody but the log's own trigger may
-- move it.
do $$
begin
  execute format('alter function chain_audit_row() security definer set search_path = %I, pg_temp', current_schema());
end
$$;
revoke execute on function chain_audit_row() from public;
