-- Old processes: they read neither table. What they route belongs to no experiment. When one saves rules, the experiment
-- that is open was made against other rules than those in force: it no longer applies, and the next one ends it.

-- Rules that are compared with those in force: in shadow they are evaluated beside them and decide nothing, in a trial they
-- decide a share of the payments (decision 0318). Numbered from 1 for each merchant.
create table rule_experiments (
  merchant_id integer not null references merchants,
  id integer not null check (id > 0),
  phase text not null check (phase in ('shadow', 'trial')),
  -- The version in force when it started: with another one in force it no longer applies.
  base_version integer not null,
  rules jsonb not null,
  author text not null,
  note text,
  started_at timestamptz not null,
  -- Fractions of the payments, and of one.
  trial_share double precision check (trial_share > 0 and trial_share < 1),
  guardrail double precision check (guardrail > 0 and guardrail < 1),
  trial_started_at timestamptz,
  trial_started_by text,
  ended_at timestamptz,
  -- Null where the guardrail ended it.
  ended_by text,
  end_reason text check (end_reason in ('stopped', 'promoted', 'guardrail', 'rules_changed')),
  primary key (merchant_id, id),
  check ((phase = 'trial') = (trial_share is not null and guardrail is not null and trial_started_at is not null
    and trial_started_by is not null)),
  check ((ended_at is null) = (end_reason is null))
);
create unique index rule_experiments_open on rule_experiments (merchant_id) where ended_at is null;

-- The outcomes of an experiment's payments, in sums. In shadow: by the gateway that the rules in force chose first and the
-- one that the candidate rules would have. In a trial: by the rules that decided and the gateway they chose first; and apart
-- those for which both rules choose the same gateway, and those that no candidate rule matches.
create table rule_experiment_results (
  merchant_id integer not null references merchants,
  experiment_id integer not null,
  arm text not null check (arm in ('shadow', 'current', 'candidate', 'same', 'unmatched')),
  day date not null,
  currency text not null,
  -- Empty for payments without a method.
  payment_method text not null,
  gateway text not null,
  -- In shadow only, else empty. Empty also where the candidate rules would have refused the payment.
  other_gateway text not null,
  payments bigint not null,
  successes bigint not null,
  -- In shadow: the sums of the expected successes, of the squared differences of expectation and outcome, and of the
  -- standard deviations of what was expected.
  expected double precision not null,
  squares double precision not null,
  deviations double precision not null,
  primary key (merchant_id, experiment_id, arm, day, currency, payment_method, gateway, other_gateway),
  foreign key (merchant_id, experiment_id) references rule_experiments (merchant_id, id) on delete cascade
);
