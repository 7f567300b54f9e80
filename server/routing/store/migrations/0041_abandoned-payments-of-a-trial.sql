-- A payment of a trial that its customer left, or that was cancelled, counts as not successful in the trial alone (decision 0318).
-- Old processes: they read such an outcome as one that cannot be read, log it and leave it out, so that it counts in no trial,
-- as before. What they end themselves leaves none.

-- Null: it was left or cancelled, which says nothing of its gateway.
alter table payment_outcomes alter column is_success drop not null;
-- A decline that its gateway reported after the payment had ended without one: its trial has counted it then.
alter table payment_outcomes add column is_late boolean not null default false;

-- Of the payments: those that were left or cancelled.
alter table rule_experiment_results add column abandoned bigint not null default 0 check (abandoned >= 0);
