-- The merchant's own accounts at vendors as the watch for events last saw them at the service, to notice changes that were made
-- without this dashboard (decision 0315). One row says that it has looked, and how often: of two processes one saves.
-- Old processes: they do not use these tables.
create table gateway_account_watch (
  is_only boolean primary key default true check (is_only),
  turn bigint not null,
  at timestamptz(3) not null
);
create table seen_gateway_accounts (
  gateway text not null,
  account integer not null,
  -- The number of a deleted account is given again.
  created_at timestamptz(3) not null,
  revision integer not null,
  is_in_use boolean not null,
  -- Since when it has been in use or out of use; null where the service does not say.
  since timestamptz(3),
  primary key (gateway, account)
);
