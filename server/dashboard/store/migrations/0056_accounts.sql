-- Merchant accounts (decision 0300). Each further account has the same tables in a schema of its own, account_<id>; only the
-- first schema's tables of this file are used.
create table accounts (
  id smallint primary key,
  -- In addresses: never changed and never used again.
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null check (length(name) between 1 and 80),
  colour text not null check (colour in ('gray', 'blue', 'green', 'amber', 'red')),
  -- Null for the first account, whose service is that of the environment.
  base_url text,
  -- The API key and the salt, sealed for this slug (decision 0130).
  sealed_credentials text,
  -- Counts changes, so that every process notices them.
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  created_by uuid references people (id),
  credentials_changed_at timestamptz(3),
  closed_at timestamptz(3),
  check ((id = 1) = (base_url is null) and (id = 1) = (sealed_credentials is null)),
  check (id <> 1 or closed_at is null)
);
insert into accounts (id, slug, name, colour) values (1, 'main', 'Main account', 'gray');
create sequence account_ids as smallint start with 2 owned by accounts.id;

-- The people of an account are copies of the installation's, with a role of their own. A person's name, address and
-- activation are the same in every account. Deactivated everywhere at one moment, and then activated again: only where it
-- was of that moment, not where somebody has removed the person from the account.
create function copy_person_to_accounts() returns trigger language plpgsql as $$
declare
  account name;
begin
  for account in select nspname from pg_namespace where nspname ~ '^account_[0-9]+$' loop
    perform set_config('search_path', account, true);
    update people set name = new.name, email = new.email, activated_at = new.activated_at,
      deactivated_at = case when deactivated_at is null or deactivated_at = old.deactivated_at
        then new.deactivated_at else deactivated_at end
    where id = new.id;
  end loop;
  return null;
end
$$;
do $$
begin
  if current_schema() ~ '^account_[0-9]+$' then
    drop function copy_person_to_accounts();
    return;
  end if;
  execute format('alter function copy_person_to_accounts() set search_path = %I, pg_temp', current_schema());
  create trigger people_copy_to_accounts after update of name, email, activated_at, deactivated_at on people
    for each row when ((new.name, new.email, new.activated_at, new.deactivated_at)
      is distinct from (old.name, old.email, old.activated_at, old.deactivated_at))
    execute function copy_person_to_accounts();
end
$$;
