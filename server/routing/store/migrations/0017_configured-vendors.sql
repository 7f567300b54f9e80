-- The vendors that a process of the service was ever configured with. A merchant that is created afterwards begins without
-- routing rules: its payments must not go to the simulator where real ones are taken (decision 0210).
create table configured_vendors (
  name text primary key,
  first_configured_at timestamptz not null default now()
);
