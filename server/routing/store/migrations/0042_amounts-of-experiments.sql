-- What an experiment's payments cost in fees is computed when it is read, from the fees as they are then (decision 0318). For
-- that, the amounts are summed beside the outcomes.
-- Old processes: they add outcomes without amounts. `priced` then falls behind `payments`, and no fees are shown.
alter table rule_experiment_results
  -- How many of the payments were counted with their amount.
  add column priced bigint not null default 0 check (priced >= 0),
  -- Of the successful ones: the amounts in hundredths of the currency, and their squares for the interval.
  add column paid_paise bigint not null default 0,
  add column paid_squares double precision not null default 0,
  -- In shadow: the same, each amount multiplied by the expected chance of a success.
  add column expected_paise bigint not null default 0,
  add column expected_squares double precision not null default 0;
