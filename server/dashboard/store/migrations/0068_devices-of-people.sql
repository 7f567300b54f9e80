-- Browsers that a person has signed in with, by the hash of their device cookie (decision 0325). A sign-in with another one is
-- reported. Like a session, a device is one for all accounts, so the devices of an account are those of the first schema.
-- Old processes: they set no device cookie, and remember kinds of browsers alone, in known_devices, which stays complete.
do $$
declare
  home text;
begin
  if current_schema() !~ '^account_[0-9]+$' then
    create table person_devices (
      person_id uuid not null references people (id) on delete cascade,
      token_hash bytea not null check (octet_length(token_hash) = 32),
      first_used_at timestamptz(3) not null,
      last_used_at timestamptz(3) not null,
      -- A sign-in after it is one from a new device.
      expires_at timestamptz(3) not null,
      primary key (person_id, token_hash)
    );
    -- The device to forget when a person ends the session. Null: opened by an earlier version, or without a cookie.
    alter table sessions add column device_hash bytea;
    return;
  end if;
  select pronamespace::regnamespace::text into strict home from pg_proc where proname = 'copy_person_to_accounts';
  execute format('create or replace view sessions as select * from %s.sessions', home);
  execute format('create view person_devices as select * from %s.person_devices', home);
end
$$;
