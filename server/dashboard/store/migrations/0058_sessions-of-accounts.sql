-- A person has one session for all accounts (decision 0300), so the sessions of an account are those of the first schema: joined
-- with the account's people, a session is valid while the person belongs to the account, and has the role of the account.
do $$
declare
  home text;
begin
  if current_schema() !~ '^account_[0-9]+$' then return; end if;
  select pronamespace::regnamespace::text into strict home from pg_proc where proname = 'copy_person_to_accounts';
  -- A view cannot be referenced. What is stored for a session expires within an hour by itself.
  alter table customer_searches drop constraint customer_searches_session_id_fkey;
  alter table customer_pages drop constraint customer_pages_session_id_fkey;
  drop table sessions;
  execute format('create view sessions as select * from %s.sessions', home);
end
$$;

-- An admin who is deactivated in the installation is so in every account, also as the last admin of one.
create or replace function keep_an_admin() returns trigger language plpgsql as $$
begin
  if current_setting('paydeck.copying', true) = 'yes' then return null; end if;
  if old.role <> 'admin' or old.activated_at is null or old.deactivated_at is not null then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('people: an admin remains', 0));
  if not exists (
    select 1 from people where role = 'admin' and activated_at is not null and deactivated_at is null
  ) then
    raise exception 'an active admin must remain'
      using errcode = 'check_violation', constraint = 'people_an_admin_remains';
  end if;
  return null;
end
$$;

-- Only accounts that are complete: a schema that is being made, or was left half made, has no row in accounts.
create or replace function copy_person_to_accounts() returns trigger language plpgsql as $$
declare
  account text;
begin
  for account in select 'account_' || id from accounts where id > 1 loop
    perform set_config('search_path', account, true);
    perform set_config('paydeck.copying', 'yes', true);
    update people set name = new.name, email = new.email, activated_at = coalesce(new.activated_at, activated_at),
      deactivated_at = case when deactivated_at is null or deactivated_at = old.deactivated_at
        then new.deactivated_at else deactivated_at end
    where id = new.id;
    perform set_config('paydeck.copying', '', true);
  end loop;
  return null;
end
$$;
create or replace function copy_refund_hold_to_accounts() returns trigger language plpgsql as $$
declare
  account text;
begin
  for account in select 'account_' || id from accounts where id > 1 loop
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
do $$
begin
  if current_schema() ~ '^account_[0-9]+$' then
    drop function copy_refund_hold_to_accounts();
    drop function copy_person_to_accounts();
    return;
  end if;
  execute format('alter function copy_person_to_accounts() set search_path = %I, pg_temp', current_schema());
  execute format('alter function copy_refund_hold_to_accounts() set search_path = %I, pg_temp', current_schema());
end
$$;
