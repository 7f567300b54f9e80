-- Which installation writes to a store of backups (decision 0271). A restored database is another one.
create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;
