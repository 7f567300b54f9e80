-- Roles that an admin composes from permissions (decision 0304); the four presets stay in the code. A person's role is a
-- preset's name or the id of a composed role. A process of an earlier version knows no such name, so it allows the person
-- nothing; and when it gives a preset, nothing of the composed role is left.
-- Old processes: they write only the names of presets, which the new constraints accept, and never the computed column; people and approval_rules, which are read under a lock, are small.
create table roles (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  permissions text[] not null,
  -- The most that one person may refund of a payment, and approve in one request: paise by currency, as texts. Null: any
  -- amount. A currency that is missing: nothing.
  refund_limits jsonb check (jsonb_typeof(refund_limits) = 'object'),
  approve_limits jsonb check (jsonb_typeof(approve_limits) = 'object'),
  -- Counts changes: a form that was opened before one is refused.
  version integer not null default 1,
  created_by uuid references people (id),
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null
);
create unique index roles_name on roles (lower(name));

alter table people drop constraint people_role_check;
alter table people add constraint people_role_check check (
  role in ('support', 'ops', 'finance', 'admin') or role ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
alter table people add column composed_role_id uuid references roles (id)
  generated always as (case when role in ('support', 'ops', 'finance', 'admin') then null else role::uuid end) stored;
create index people_composed_role on people (composed_role_id) where composed_role_id is not null;

-- A threshold of a composed role has its id in place of a preset's name.
alter table approval_rules drop constraint approval_rules_role_check;
alter table approval_rules add constraint approval_rules_role_check check (
  role in ('finance', 'admin') or role ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
-- The name of the composed role that a requester had; `requested_role`, which earlier versions show, is then 'finance'.
alter table approval_requests add column requested_role_name text;

-- Somebody who can manage people remains: an admin, or a person with a composed role that has the permission. Checked
-- whenever a person, or what a role may do, has changed; one change after the other.
create or replace function keep_an_admin() returns trigger language plpgsql as $$
begin
  if current_setting('paydeck.copying', true) = 'yes' then return null; end if;
  if tg_table_name = 'roles' then
    if 'manage_people' = any (new.permissions) or not 'manage_people' = any (old.permissions) then return null; end if;
  elsif old.role in ('support', 'ops', 'finance') or old.activated_at is null or old.deactivated_at is not null then
    return null;
  end if;
  -- Before anything is read of composed roles: a person and their role can change at the same time.
  perform pg_advisory_xact_lock(hashtextextended('people: an admin remains', 0));
  if tg_table_name = 'roles' then
    if not exists (
      select 1 from people where composed_role_id = old.id and activated_at is not null and deactivated_at is null
    ) then
      return null;
    end if;
  elsif old.role <> 'admin' and not exists (
    select 1 from roles where id = old.composed_role_id and 'manage_people' = any (permissions)
  ) then
    return null;
  end if;
  if not exists (
    select 1 from people p left join roles r on r.id = p.composed_role_id
    where (p.role = 'admin' or 'manage_people' = any (r.permissions)) and p.activated_at is not null and p.deactivated_at is null
  ) then
    raise exception 'a person who can manage people must remain'
      using errcode = 'check_violation', constraint = 'people_an_admin_remains';
  end if;
  return null;
end
$$;
create trigger roles_keep_an_admin after update of permissions on roles for each row execute function keep_an_admin();
