-- People come by a link, may hold a second factor, and one of them is always an admin.

-- Invited: not yet activated. Somebody who comes by the identity provider alone never has a password.
alter table people
  alter column password_hash drop not null,
  add column activated_at timestamptz(3),
  -- Only a password that the start gave is the start's to change.
  add column password_is_seeded boolean not null default false;
update people set activated_at = created_at,
  password_is_seeded = email in ('support@example.com', 'ops@example.com', 'finance@example.com', 'admin@example.com');

-- Judged after the change and under a lock of its own: two admins who demote each other at once are seen one after the other.
create function keep_an_admin() returns trigger language plpgsql as $$
begin
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
create trigger people_keep_an_admin after update of role, activated_at, deactivated_at or delete on people
  for each row execute function keep_an_admin();

-- What lets a person choose a password: an invitation, or a link for somebody who forgot theirs. Only its hash is kept.
create table person_links (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  created_by uuid not null references people (id),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create unique index person_links_one_open on person_links (person_id) where used_at is null and revoked_at is null;

alter table sessions
  add column last_used_at timestamptz(3),
  add column device text,
  add column opened_by text not null default 'password'
    check (opened_by in ('password', 'second_factor', 'recovery_code', 'provider'));

-- A second factor counts once it is confirmed. The step of the last code that was taken is kept: no code works twice.
create table second_factors (
  person_id uuid primary key references people (id) on delete cascade,
  sealed_secret text not null,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  last_step bigint not null default 0
);
create table recovery_codes (
  person_id uuid not null references people (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (person_id, code_hash)
);

-- The password was right, the code is still awaited. No session yet.
create table sign_in_challenges (
  token_hash bytea primary key,
  person_id uuid not null references people (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sign_in_challenges_person on sign_in_challenges (person_id);
create index sign_in_challenges_age on sign_in_challenges (expires_at);

create or replace function end_sessions_of_person() returns trigger language plpgsql as $$
begin
  if new.role is distinct from old.role
    or new.password_hash is distinct from old.password_hash
    or new.deactivated_at is distinct from old.deactivated_at
  then
    delete from sessions where person_id = new.id;
    delete from sign_in_challenges where person_id = new.id;
  end if;
  return new;
end
$$;
