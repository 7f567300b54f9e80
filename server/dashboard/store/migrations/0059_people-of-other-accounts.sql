-- A person without a role in the first account who signs in for others (decision 0302). In the first schema such a person counts as
-- deactivated, so that every statement about active people leaves them out; only what lets people sign in reads this column too.
-- In an account's schema it is always false.
alter table people add column only_elsewhere boolean not null default false;

-- A role in the first account ends it, also one that a process of the version before gives.
create function end_only_elsewhere() returns trigger language plpgsql as $$
begin
  if new.deactivated_at is null then new.only_elsewhere := false; end if;
  return new;
end
$$;
create trigger people_end_only_elsewhere before insert or update of deactivated_at, only_elsewhere on people
  for each row execute function end_only_elsewhere();

-- Only who cannot sign in at all is deactivated in every account.
create or replace function copy_person_to_accounts() returns trigger language plpgsql as $$
declare
  account text;
  ended_before timestamptz := case when old.only_elsewhere then null else old.deactivated_at end;
  ended timestamptz := case when new.only_elsewhere then null else new.deactivated_at end;
begin
  for account in select 'account_' || id from accounts where id > 1 loop
    perform set_config('search_path', account, true);
    perform set_config('paydeck.copying', 'yes', true);
    update people set name = new.name, email = new.email, activated_at = coalesce(new.activated_at, activated_at),
      deactivated_at = case when deactivated_at is null or deactivated_at = ended_before
        then ended else deactivated_at end
    where id = new.id;
    perform set_config('paydeck.copying', '', true);
  end loop;
  return null;
end
$$;

-- What is paused when an account is closed (decision 0302).
-- Old processes: each constraint allows one more value and all earlier ones, so no row is refused.
alter table bulk_runs drop constraint bulk_runs_pause_cause_check;
alter table bulk_runs add constraint bulk_runs_pause_cause_check check (pause_cause in
  ('person', 'not_allowed', 'key_refused', 'many_unknown', 'other_service', 'not_approved', 'restored', 'account_closed')) not valid;
alter table export_schedules drop constraint export_schedules_paused_why_check;
alter table export_schedules add constraint export_schedules_paused_why_check check (paused_why in
  ('person', 'role', 'closed', 'account_closed')) not valid;

-- The account of this schema, so that a start that is under way when the account is closed sees it, or is seen by the closing.
do $$
declare
  home text;
begin
  if current_schema() !~ '^account_[0-9]+$' then
    execute format('alter function copy_person_to_accounts() set search_path = %I, pg_temp', current_schema());
    drop trigger people_copy_to_accounts on people;
    create trigger people_copy_to_accounts
      after update of name, email, activated_at, deactivated_at, only_elsewhere on people
      for each row when ((new.name, new.email, new.activated_at, new.deactivated_at, new.only_elsewhere)
        is distinct from (old.name, old.email, old.activated_at, old.deactivated_at, old.only_elsewhere))
      execute function copy_person_to_accounts();
    create view own_account as select closed_at from accounts where id = 1;
    return;
  end if;
  drop function copy_person_to_accounts();
  select pronamespace::regnamespace::text into strict home from pg_proc where proname = 'copy_person_to_accounts';
  execute format('create view own_account as select closed_at from %s.accounts where id = %s', home,
    substring(current_schema() from 9));
end
$$;
