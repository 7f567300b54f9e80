-- Gateways of the sandbox beside `simulator` that behave like it, so that rules have something to choose from (decision 0254).
create table simulator.gateways (
  name text primary key check (name ~ '^simulator-[a-z0-9]{1,20}$')
);
