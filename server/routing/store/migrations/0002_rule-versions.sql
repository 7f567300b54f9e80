-- A merchant has one set of routing rules. Every change is a new version; the highest is in force. Versions are never
-- changed, because payments name the one that decided on them (decision 0008).
create table routing_rule_sets (
  merchant_id integer not null references merchants,
  version integer not null check (version >= 1),
  -- As lib/contract/rules writes them.
  rules jsonb not null,
  author text not null,
  note text,
  restored_from integer,
  created_at timestamptz not null,
  primary key (merchant_id, version),
  foreign key (merchant_id, restored_from) references routing_rule_sets (merchant_id, version)
);

create function refuse_rule_set_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of routing rules is never changed; add another one';
end $$;
create trigger rule_sets_are_immutable before update or delete on routing_rule_sets
  for each row execute function refuse_rule_set_change();

-- The rules of before become version 1. A list of conditions was an all-of; a gateway named twice counted once; an
-- amount without bounds held always. A merchant without rules gets an empty version: each merchant has one.
insert into routing_rule_sets (merchant_id, version, rules, author, note, created_at)
select m.id, 1, coalesce(carried.rules, '[]'), 'paydeck', 'Carried over from before versions.', now()
from merchants m
left join lateral (
  select jsonb_agg(
    jsonb_strip_nulls(jsonb_build_object(
      'id', 'rule-' || r.id,
      'name', case when btrim(r.name) = '' then 'Rule ' || r.id else left(r.name, 100) end,
      'priority', r.priority,
      'active', r.active,
      'conditions', (
        select jsonb_build_object('all', jsonb_agg(
          case when c.leaf->>'field' = 'amount' then c.leaf
               else jsonb_build_object('field', c.leaf->'field', 'one_of', c.leaf->'oneOf') end
          order by c.place))
        from jsonb_array_elements(r.conditions) with ordinality as c(leaf, place)
        where c.leaf->>'field' <> 'amount' or c.leaf->>'min' is not null or c.leaf->>'max' is not null
        having count(*) > 0),
      'target', (
        select jsonb_build_object('kind', 'failover', 'gateways', jsonb_agg(named.gateway order by named.place))
        from (
          select g.gateway, min(g.place) as place
          from unnest(r.gateways) with ordinality as g(gateway, place) group by g.gateway) as named)
    ))
    order by r.priority, r.id) as rules
  from routing_rules r where r.merchant_id = m.id
) as carried on true;

drop table routing_rules;

-- The circuit breakers of the gateways, shared by every process (decision 0009). A gateway without a row is in use and
-- has not failed lately, so a gateway that works costs no writes.
create table gateway_health (
  gateway text primary key,
  state text not null check (state in ('closed', 'open', 'half_open')),
  -- Closed only: when it failed lately, oldest first.
  failures timestamptz[] not null default '{}',
  openings integer,
  opened_at timestamptz,
  next_trial_at timestamptz,
  trial_until timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  check ((state = 'closed') = (opened_at is null)),
  check ((state = 'closed') = (openings is null)),
  check ((state = 'open') = (next_trial_at is not null)),
  check ((state = 'half_open') = (trial_until is not null))
);
