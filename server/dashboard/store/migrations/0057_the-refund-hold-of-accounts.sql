-- A restore holds the refunds of every account (decisions 0237 and 0300). Each account has a row of its own, because each pauses
-- its own runs and writes to its own audit log; it follows what a restore and a release write to the first schema's row.
create function copy_refund_hold_to_accounts() returns trigger language plpgsql as $$
declare
  account name;
begin
  for account in select nspname from pg_namespace where nspname ~ '^account_[0-9]+$' loop
    perform set_config('search_path', account, true);
    if new.runs_paused_at is null then
      insert into refund_hold (backup_made_at, restored_at, released_at)
      values (new.backup_made_at, new.restored_at, new.released_at)
      on conflict (only_row) do update set backup_made_at = excluded.backup_made_at, restored_at = excluded.restored_at,
        runs_paused_at = null, released_at = excluded.released_at, release_audited_at = null;
    else
      update refund_hold set released_at = new.released_at where released_at is distinct from new.released_at;
    end if;
  end loop;
  return null;
end
$$;

-- A person who is deactivated cannot sign in to any account. Where they were the last admin of one, they stay its admin by name.
create or replace function copy_person_to_accounts() returns trigger language plpgsql as $$
declare
  account name;
begin
  for account in select nspname from pg_namespace where nspname ~ '^account_[0-9]+$' loop
    perform set_config('search_path', account, true);
    update people set name = new.name, email = new.email, activated_at = coalesce(new.activated_at, activated_at)
    where id = new.id;
    begin
      update people set deactivated_at = new.deactivated_at
      where id = new.id and (deactivated_at is null or deactivated_at = old.deactivated_at)
        and deactivated_at is distinct from new.deactivated_at;
    exception when check_violation then
      null;
    end;
  end loop;
  return null;
end
$$;
do $$
begin
  if current_schema() ~ '^account_[0-9]+$' then
    drop function copy_refund_hold_to_accounts();
    drop function copy_person_to_accounts();
    return;
  end if;
  execute format('alter function copy_person_to_accounts() set search_path = %I, pg_temp', current_schema());
  execute format('alter function copy_refund_hold_to_accounts() set search_path = %I, pg_temp', current_schema());
  create trigger refund_hold_copy_to_accounts after insert or update on refund_hold
    for each row execute function copy_refund_hold_to_accounts();
end
$$;
