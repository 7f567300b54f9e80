-- What routing by success rates reached, in sums by day, so that the gain over other rules is read without reading payments
-- (decision 0321). Old processes: they write nothing here. They log an outcome of a payment that was left or cancelled
-- as one that cannot be read, and leave it out.

create table success_rate_gains (
  merchant_id integer not null references merchants,
  -- Of UTC, when the payments were created.
  day date not null,
  rule_id text collate "C" not null,
  -- All gateways that the rule could have chosen, in their order.
  gateways text[] not null,
  -- The one that it chose.
  gateway text not null,
  payments bigint not null,
  successes bigint not null,
  -- Each payment weighs one over the share that its gateway had: over all, over the successful ones, and squared over all.
  weights double precision not null,
  weighted_successes double precision not null,
  squares double precision not null,
  primary key (merchant_id, day, rule_id, gateways, gateway)
);
create index success_rate_gains_by_day on success_rate_gains (day);
