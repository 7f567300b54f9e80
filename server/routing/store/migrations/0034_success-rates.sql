-- Old processes: they write no outcomes, so what they end is not counted, and read none of these tables. A rule that
-- follows success rates can be saved only by a process that knows it.

-- Outcomes that wait to be counted: one for each payment that succeeded or failed at a gateway, and for each gateway that
-- could not open a checkout. Written in the transaction of the outcome, deleted in the one that counts it.
create table payment_outcomes (
  merchant_id integer not null references merchants,
  id bigint generated always as identity,
  payment_id text collate "C" not null,
  gateway text not null,
  is_success boolean not null,
  at timestamptz not null,
  primary key (merchant_id, id)
);

-- What is known of a gateway in a segment of a merchant's payments. Old outcomes lose weight, so the numbers are no counts.
create table gateway_statistics (
  merchant_id integer not null references merchants,
  segment text collate "C" not null,
  gateway text not null,
  successes double precision not null check (successes >= 0),
  failures double precision not null check (failures >= 0),
  expected double precision not null check (expected >= 0),
  drop_sum double precision not null check (drop_sum >= 0),
  failing_since timestamptz,
  at timestamptz not null,
  primary key (merchant_id, segment, gateway)
);
create index gateway_statistics_by_time on gateway_statistics (at);

-- The shares of a rule's gateways in a segment. `version` grows with each count of the merchant, so that a process reads
-- only what has changed.
create table success_rate_shares (
  merchant_id integer not null references merchants,
  rule_id text collate "C" not null,
  segment text collate "C" not null,
  gateways jsonb not null,
  has_failing boolean not null,
  at timestamptz not null,
  version bigint not null,
  primary key (merchant_id, rule_id, segment)
);
create index success_rate_shares_by_version on success_rate_shares (merchant_id, version);
create index success_rate_shares_failing on success_rate_shares (merchant_id, at) where has_failing;
create index success_rate_shares_by_time on success_rate_shares (at);
