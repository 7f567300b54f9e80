-- The database of the payment routing service. Until 0.1.0 is released, a change of the schema edits this file; after that a
-- change is a file of its own (decision 0398).
--
-- What every table says in the same way: `merchant_id` is the merchant whose row it is, and every primary key and unique index of
-- a merchant's data begins with it, so that a Citus can divide the tables by merchant (decision 0393). `amount_paise` and every
-- name with `paise` are hundredths of the currency next to it, an ISO 4217 code. A name with `_at`, or `at` alone, is the time at
-- which that happened, null as long as it has not. `gateway` is a gateway's name, and `sealed_` means sealed with a key that is
-- kept outside of the database. A text with the collation "C" is compared exactly (decision 0024).

-- ======== Merchants and their keys ========

-- A merchant, whose payments this service routes. Every row below belongs to one, except what is named as shared by all.
create table merchants (
  id integer generated always as identity primary key,  -- Assigned in order, and never used again.
  name text not null unique,                  -- What operators call the merchant.
  -- The unguessable part of the addresses at which vendors notify the merchant's own accounts. It only finds the signing
  -- secrets.
  notification_tag text not null default replace(gen_random_uuid()::text, '-', ''),
  -- Requests each second that the operator allows over all keys (decision 0215); null: only the limits of its keys hold.
  rate_per_second integer check (rate_per_second > 0),
  rate_burst integer check (rate_burst > 0),  -- Requests at once that the operator allows over all keys.
  created_at timestamptz not null default now()
);
create unique index merchants_by_notification_tag on merchants (notification_tag);

-- A key with which a merchant signs requests (decisions 0017 and 0315). It is looked up before the merchant is known.
create table api_keys (
  -- What a request names. Compared exactly, like all texts with the collation "C" (decision 0024).
  api_key text collate "C" primary key,
  merchant_id integer not null references merchants,  -- Whose key it is.
  -- What people and the ops extension call the key by: it opens nothing when it is pasted into a ticket.
  id text collate "C" not null,
  label text not null,                        -- The key's name for people.
  -- What the key may call.
  access text not null default 'all' check (access in ('all', 'payments', 'payments_without_refunds', 'read_only')),
  sealed_salt bytea not null,                 -- The salt, sealed with a key that is kept outside of the database.
  created_at timestamptz not null default now(),
  created_by text,                            -- Who created it; null: not known.
  expires_at timestamptz,                     -- From then on it is refused; null: never.
  revoked_at timestamptz,                     -- When a person ended it; null: not revoked.
  last_used_at timestamptz,                   -- Written about once a minute.
  -- Requests each second that this key may send; null: the environment's limit.
  rate_per_second integer check (rate_per_second > 0),
  rate_burst integer check (rate_burst > 0),  -- Requests at once that this key may send; null: the environment's limit.
  constraint api_keys_id unique (merchant_id, id)
);
-- The order of the list of a merchant's keys.
create index api_keys_newest_first on api_keys (merchant_id, created_at desc, id desc);

-- A reference whose payments are deleted (decision 0193): no later payment may have it.
create table forgotten_references (
  merchant_id integer not null references merchants,
  merchant_transaction_id text collate "C" not null,
  primary key (merchant_id, merchant_transaction_id)
);

-- A response that its Idempotency-Key replays for 24 hours (decision 0005). It is written in the transaction of what was done.
create table idempotency_keys (
  merchant_id integer not null references merchants,
  endpoint text not null,             -- The endpoint that was called; a key is unique for each.
  key text collate "C" not null,      -- The header's value.
  body_sha256 bytea not null,         -- The request's body: another one under the same key is refused.
  lease uuid not null,                -- The request that is at work on it.
  leased_until timestamptz not null,  -- A later request takes the work over from then on.
  response_status integer,              -- The HTTP status of the response; null while there is none.
  response_body text,                   -- The response, byte for byte.
  created_at timestamptz not null,
  primary key (merchant_id, endpoint, key),
  check ((response_status is null) = (response_body is null))
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- The signature of an ops request whose response contains a new secret: each is good once (decision 0021).
create table used_signatures (
  merchant_id integer not null references merchants,
  signature text collate "C" not null,  -- The header's value.
  valid_until timestamptz not null,     -- The sweep deletes the row: the signature is too old then.
  primary key (merchant_id, signature)
);
create index used_signatures_by_end on used_signatures (valid_until);

-- ======== The merchant's accounts at vendors ========

-- A vendor that a process of the service was ever configured with. A merchant that is created afterwards begins without rules:
-- its payments must not go to the simulator where real ones are taken (decision 0210).
create table configured_vendors (
  name text primary key,
  first_configured_at timestamptz not null default now()
);

-- An account that a merchant itself has at a vendor, used instead of the environment's (decision 0311). A payment is looked up
-- and refunded in the account in which its checkout was opened, so an account stays as long as its payments do.
create table gateway_accounts (
  merchant_id integer not null references merchants,
  gateway text not null,                          -- The vendor.
  account integer not null check (account >= 1),  -- 1, 2, 3: among those of this merchant at this vendor.
  -- The credentials as JSON, sealed like salts, with merchant, gateway and account bound in.
  sealed_credentials bytea not null,
  -- Another one with each change of the credentials, and never that of another account: a process keeps an adapter as long as
  -- it is the same.
  revision integer generated by default as identity,
  hint text not null,                             -- What people tell the account by; never a secret.
  is_live boolean not null,                       -- False: the vendor's test mode.
  created_at timestamptz not null,
  created_by text not null,
  changed_at timestamptz not null,                -- When the credentials were last changed.
  changed_by text not null,
  -- The id of the key that signed the change: who may not know its name can still revoke it. Null: not known.
  changed_key text,
  used_at timestamptz,                            -- When it was put in use; null: not known.
  used_by text,                                   -- Who put it in use.
  used_key text,                                  -- The id of the key that signed this.
  retired_at timestamptz,                         -- Since when it takes no new payments; null for the one account in use.
  retired_by text,                                -- Who took it out of use.
  retired_key text,                               -- The id of the key that signed this.
  -- When the credentials of a retired account were entered again: the day after which it is deleted without payments begins
  -- anew. Null: at `retired_at`.
  kept_from timestamptz,
  primary key (merchant_id, gateway, account)
);
-- One account takes new payments.
create unique index gateway_accounts_in_use on gateway_accounts (merchant_id, gateway) where retired_at is null;

-- The fees of one gateway, which are saved together (decision 0317). Routing compares with them, and no money is calculated
-- from them.
create table gateway_fee_lists (
  merchant_id integer not null references merchants,
  gateway text not null,
  revision integer not null check (revision >= 1),  -- Grows with each saving, so that nobody overwrites what they have not seen.
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (merchant_id, gateway)
);

-- A fee in such a list.
create table gateway_fees (
  merchant_id integer not null,
  gateway text not null,
  currency text not null,
  payment_method text,  -- Null: every method without a fee of its own.
  fixed_paise bigint not null check (fixed_paise >= 0),  -- A payment's fixed part, in hundredths of the currency.
  -- The part of the amount in millionths: 23,600 are 2.36 percent.
  rate_millionths integer not null check (rate_millionths between 0 and 1000000),
  foreign key (merchant_id, gateway) references gateway_fee_lists on delete cascade
);
create unique index gateway_fees_of_method on gateway_fees (merchant_id, gateway, currency, coalesce(payment_method, ''));

-- The circuit breaker of a gateway, shared by all processes and merchants (decision 0009). A gateway without a row has not
-- failed lately, so one that works costs no writes.
create table gateway_health (
  gateway text primary key,
  state text not null check (state in ('closed', 'open', 'half_open')),  -- Open: no payment is routed to it.
  failures timestamptz[] not null default '{}',  -- When it failed lately, oldest first; only while closed.
  openings integer,           -- How many times in a row it opened, which lengthens the pause.
  opened_at timestamptz,
  next_trial_at timestamptz,  -- Open: payments skip it until then.
  trial_until timestamptz,    -- Half open: one payment tries it until then.
  last_failure_at timestamptz,
  last_failure text,          -- What the last failure was.
  check ((state = 'closed') = (opened_at is null)),
  check ((state = 'closed') = (openings is null)),
  check ((state = 'open') = (next_trial_at is not null)),
  check ((state = 'half_open') = (trial_until is not null))
);

-- ======== Rules ========

-- One version of a merchant's routing rules (decision 0008). The highest is in force. A version is never changed, because
-- payments name the one that decided on them.
create table routing_rule_sets (
  merchant_id integer not null references merchants,
  version integer not null check (version >= 1),  -- Counted from 1.
  rules jsonb not null,                           -- As lib/contract/rules writes them.
  author text not null,
  note text,                                      -- What the author says about the change.
  restored_from integer,                          -- The version whose rules were put in force again; null for any other change.
  created_at timestamptz not null,
  primary key (merchant_id, version),
  foreign key (merchant_id, restored_from) references routing_rule_sets
);

-- Rules that are compared with those in force: in shadow they are evaluated beside them and decide nothing, in a trial they
-- decide a share of the payments (decision 0318).
create table rule_experiments (
  merchant_id integer not null references merchants,
  id integer not null check (id > 0),  -- Counted from 1 for each merchant.
  phase text not null check (phase in ('shadow', 'trial')),  -- Shadow, or trial.
  -- The version in force when it started: with another one in force the experiment does not apply.
  base_version integer not null,
  rules jsonb not null,                -- The rules that are tried, as lib/contract/rules writes them.
  author text not null,
  note text,
  started_at timestamptz not null,
  trial_share double precision check (trial_share > 0 and trial_share < 1),  -- The fraction of the payments that they decide.
  -- By how much of the success rate they may be worse before the trial ends by itself, a fraction.
  guardrail double precision check (guardrail > 0 and guardrail < 1),
  trial_started_at timestamptz,
  trial_started_by text,
  ended_at timestamptz,
  ended_by text,                       -- Null where the guardrail ended it.
  end_reason text check (end_reason in ('stopped', 'promoted', 'guardrail', 'rules_changed')),  -- Why it ended.
  primary key (merchant_id, id),
  check ((phase = 'trial') = (trial_share is not null and guardrail is not null and trial_started_at is not null
    and trial_started_by is not null)),
  check ((ended_at is null) = (end_reason is null))
);
-- One at a time.
create unique index rule_experiments_open on rule_experiments (merchant_id) where ended_at is null;

-- The outcomes of an experiment's payments of one day, in sums.
create table rule_experiment_results (
  merchant_id integer not null references merchants,
  experiment_id integer not null,
  -- Which rules decided in a trial, `current` or `candidate`; apart, payments for which both choose the same gateway, and those
  -- that no candidate rule matches.
  arm text not null check (arm in ('shadow', 'current', 'candidate', 'same', 'unmatched')),
  day date not null,                         -- The UTC day on which the payments were created.
  currency text not null,
  payment_method text not null,              -- Empty for payments without one.
  gateway text not null,                     -- The first choice of the rules that decided.
  -- In shadow, the first choice of the candidate rules; empty where they would have refused the payment, and in a trial.
  other_gateway text not null,
  payments bigint not null,                  -- How many payments.
  successes bigint not null,                 -- How many of them succeeded.
  abandoned bigint not null default 0 check (abandoned >= 0),  -- Payments that were left or cancelled.
  paid_paise bigint not null default 0,      -- The amounts of the successful payments, in hundredths of the currency.
  paid_squares double precision not null default 0,  -- The squares of these amounts, for the interval.
  expected double precision not null,        -- In shadow: the sum of the expected successes.
  squares double precision not null,         -- In shadow: the sum of the squared differences of expectation and outcome.
  deviations double precision not null,      -- In shadow: the sum of the standard deviations of what was expected.
  expected_paise bigint not null default 0,  -- In shadow: the amounts, each multiplied by its expected chance of success.
  expected_squares double precision not null default 0,  -- In shadow: the squares of these amounts.
  primary key (merchant_id, experiment_id, arm, day, currency, payment_method, gateway, other_gateway),
  foreign key (merchant_id, experiment_id) references rule_experiments on delete cascade
);

-- ======== Payments ========

-- An attempt at a payment: the payment or transaction record of the specification. A reference can have several, one after the
-- other.
create table payments (
  merchant_id integer not null references merchants,
  id text collate "C" not null,                   -- TXN…, the transaction id.
  merchant_transaction_id text collate "C" not null,  -- The merchant's reference.
  attempt integer not null check (attempt >= 1),  -- Counted from 1 for each reference.
  amount_paise bigint not null check (amount_paise >= 100),  -- Hundredths of the currency.
  currency text not null check (currency ~ '^[A-Z]{3}$'),  -- ISO 4217.
  -- Only an INITIATED payment can change.
  status text not null check (status in ('INITIATED', 'SUCCESS', 'FAILURE', 'DROP', 'CANCELLED')),
  -- The unguessable part of the payment link; all attempts of a checkout share it.
  checkout_token text collate "C" not null,
  customer_email text,
  customer_phone text,
  customer_name text,
  payment_method text,                            -- As the merchant asked for it.
  card_scheme text,                               -- For rules; null: not given.
  issuing_bank text,                              -- For rules; null: not given.
  udf1 text,                                      -- Free fields of the merchant.
  udf2 text,
  udf3 text,
  surl text,                                      -- Where the customer is sent after a success.
  furl text,                                      -- Where the customer is sent after a failure.
  -- The version of the rules, each rule's result and every gateway that was tried.
  routing_decision jsonb not null,
  gateway text,                                   -- Where its checkout is open, or was; null: at none.
  gateway_account integer,                        -- The merchant's own account there; null: the environment's.
  gateway_checkout_id text,                       -- The gateway's id of the checkout.
  gateway_checkout_url text,                      -- The vendor's own page, if the checkout has one.
  gateway_transaction_id text,                    -- The charge.
  paid_method text,                               -- The method with which the customer paid, as the gateway reports it.
  -- Why the last attempt failed, in the gateway's code (decision 0312); null when it gave none.
  failure_code text check (length(failure_code) <= 64),
  -- The gateway's text, cleaned: no control characters, addresses, or numbers long enough for a card.
  failure_message text check (length(failure_message) <= 300),
  created_at timestamptz not null,
  link_issued_at timestamptz,                     -- When the link was returned to the merchant; null: not yet.
  expires_at timestamptz not null,                -- The end of the payment's lifetime.
  completed_at timestamptz,                       -- When its status became final.
  -- Money may still arrive until then, so its gateway is polled (decision 0012); null when none can arrive any more.
  watched_until timestamptz,
  primary key (merchant_id, id),
  constraint payments_reference_attempt unique (merchant_id, merchant_transaction_id, attempt),
  constraint payments_gateway_account foreign key (merchant_id, gateway, gateway_account) references gateway_accounts,
  check ((status = 'INITIATED') = (completed_at is null))
  -- Reading by an index alone needs pages that a vacuum has seen. A fifth of ten million payments is too long to wait for one.
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
create index payments_of_checkout on payments (merchant_id, checkout_token);
-- The sweep ends what is too old,
create index payments_to_expire on payments (expires_at) where status = 'INITIATED';
-- and what was never linked.
create index payments_without_link on payments (created_at) where status = 'INITIATED' and link_issued_at is null;
-- A reconciliation compares what is polled.
create index payments_watched on payments (merchant_id, id) where watched_until is not null;
-- A gateway's notification names its own id only.
create index payments_at_gateway on payments (gateway_transaction_id) where gateway_transaction_id is not null;
create index payments_by_status on payments (merchant_id, status, created_at desc, id desc);
-- Partial: a payment that leaves a field out costs its index nothing.
create index payments_by_gateway on payments (merchant_id, gateway, created_at desc, id desc) where gateway is not null;
create index payments_by_method on payments (merchant_id, payment_method, created_at desc, id desc)
  where payment_method is not null;
create index payments_by_udf1 on payments (merchant_id, udf1, created_at desc, id desc) where udf1 is not null;
create index payments_by_udf2 on payments (merchant_id, udf2, created_at desc, id desc) where udf2 is not null;
create index payments_by_udf3 on payments (merchant_id, udf3, created_at desc, id desc) where udf3 is not null;
create index payments_by_phone on payments (merchant_id, customer_phone, created_at desc, id desc)
  where customer_phone is not null;
-- An address has no limit of length, while an index entry has: its beginning is looked up, and the whole is compared.
create index payments_by_email on payments (merchant_id, left(customer_email, 254), created_at desc, id desc)
  where customer_email is not null;
-- A range of amounts, also in one status, is put into the order of the list by the index alone (decision 0175).
create index payments_by_amount on payments (merchant_id, amount_paise) include (created_at, id, status);
-- The beginning of a reference in any case (decision 0246): in the collation "C", the lower case changes A to Z only.
create index payments_by_reference_in_any_case on payments (merchant_id, lower(merchant_transaction_id));
-- An account with payments is kept.
create index payments_of_gateway_account on payments (merchant_id, gateway, gateway_account, id)
  where gateway_account is not null;
-- The search of the ops extension: no usual filter walks a merchant's whole history (decision 0175). Each index begins with the
-- merchant and ends in the order of the list. What is included answers counts by the index alone (decision 0324).
create index payments_newest_first on payments (merchant_id, created_at desc, id desc)
  include (status, currency, amount_paise, gateway, payment_method, card_scheme, issuing_bank);
-- Failures are searched and counted by decline reason from this index alone (decisions 0312, 0316 and 0324). Reasons are
-- computed from the vendors' codes, so that a corrected map corrects the past too.
create index payments_declined on payments (merchant_id, created_at desc, id desc)
  include (gateway, status, failure_code, payment_method, amount_paise, currency, card_scheme, issuing_bank)
  where status in ('FAILURE', 'DROP');
-- A reconciliation reads what ended in its period (decision 0288).
create index payments_completed on payments (merchant_id, completed_at, id) where completed_at is not null;

-- A payment whose gateway is polled, or looked up once: a row that is its own job, as in `refunds` (decision 0390). It is written
-- with `payments.watched_until` and deleted with it, so that no payment is polled without it. Not columns of `payments`, whose
-- indexes each new time would write. No foreign key: its check would wait for the payment's lock, which
-- may wait for this row.
create table payment_polls (
  merchant_id integer not null,
  payment_id text collate "C" not null,
  gateway text not null,
  due_at timestamptz not null,
  taken_by text,                             -- As in `refunds`.
  taken_until timestamptz,
  polls integer not null default 0,          -- How often it was polled since it began: the pauses grow with it.
  -- Since when a lookup is wanted, after a notification or a customer's return; null when none is.
  asked_at timestamptz,
  origin jsonb,                              -- The request and the trace that its steps belong to.
  primary key (merchant_id, payment_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index payment_polls_due on payment_polls (gateway, due_at);
create index payment_polls_asked on payment_polls (gateway, due_at) where asked_at is not null;

-- Something that happened to a payment, written in the transaction that did it.
create table payment_events (
  merchant_id integer not null,
  payment_id text collate "C" not null,
  id bigint generated always as identity,  -- The order of the events.
  kind text not null,                      -- What happened.
  at timestamptz not null,
  detail jsonb not null default '{}',      -- What else is to be known of it.
  primary key (merchant_id, payment_id, id),
  foreign key (merchant_id, payment_id) references payments
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Money that goes back to a customer, from its request until its end: a refund that a merchant requested, or the reversal of a
-- charge that came late, twice or in a wrong amount, which no merchant's list, balance or webhook has (decision 0401).
create table refunds (
  merchant_id integer not null,
  -- RFD…, the refund id; of a reversal, the payment's id and the charge, so that each charge is reversed once. With the merchant's
  -- id it is the key that the gateway gets.
  id text collate "C" not null,
  kind text not null default 'refund' check (kind in ('refund', 'reversal')),
  charge text collate "C",                   -- The gateway's id of the charge that is reversed.
  payment_id text collate "C" not null,
  merchant_transaction_id text collate "C" not null,  -- The payment's reference.
  amount_paise bigint not null check (amount_paise > 0),  -- Hundredths of the currency.
  currency text not null,
  status text not null check (status in ('INITIATED', 'PROCESSING', 'SUCCESS', 'FAILURE')),  -- SUCCESS and FAILURE are final.
  reason text,                               -- The merchant's text.
  gateway text not null,                     -- The payment's gateway, which pays it.
  gateway_refund_id text,                    -- The gateway's id.
  requested_at timestamptz not null,
  completed_at timestamptz,                  -- When its status became final.
  -- True until just before the first call that sends it: its gateway certainly does not have it (decision 0213).
  is_unsent boolean not null default false,
  -- When a worker takes it next: to send it, to poll its gateway, or, once it has ended, to check whether a bank returned it or
  -- the gateway paid one that failed (decision 0213). Null: no more.
  due_at timestamptz default now(),
  -- Since when a lookup is wanted, after a notification; null when none is.
  asked_at timestamptz,
  taken_by text,                             -- The claim of the worker that has it, unlike any other claim.
  taken_until timestamptz,                   -- Until when, unless the worker extends it.
  origin jsonb,                              -- Of one that has not ended: the request and the trace of its steps, for the log.
  -- When its gateway paid it after it had reported a failure; the status stays, and operators are told once (failure 24).
  succeeded_late_at timestamptz,
  -- How often its gateway reported another end of a refund after its status became final: an odd number means that it reported
  -- the opposite last. 0 for a reversal, whose status changes.
  late_changes integer not null default 0,
  -- Why it failed, or why its gateway does not accept it yet: a reason of lib/contract/refund-failures.ts.
  failure_reason text,
  failure_code text,                         -- The gateway's code.
  failure_message text,                      -- The gateway's text.
  primary key (merchant_id, id),
  foreign key (merchant_id, payment_id) references payments,
  check ((kind = 'reversal') = (charge is not null)),
  check (case when charge is null then id not like '%:%' else id = payment_id || ':' || charge end),
  check ((status in ('SUCCESS', 'FAILURE')) = (completed_at is not null)),
  check (completed_at is not null or due_at is not null)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
create index refunds_of_payment on refunds (merchant_id, payment_id);
create index refunds_of_reference on refunds (merchant_id, merchant_transaction_id);
-- A gateway's notification names its own id only.
create index refunds_at_gateway on refunds (gateway_refund_id);
-- Metrics and reconciliation read what has not ended, which is a sliver of all rows.
create index refunds_open on refunds (requested_at) where completed_at is null;
-- The list by status.
create index refunds_by_status on refunds (merchant_id, status, id);
-- A worker takes what is due, of each gateway (decision 0404).
create index refunds_due on refunds (gateway, due_at) where due_at is not null;
create index refunds_asked on refunds (gateway, due_at) where asked_at is not null;
-- A reconciliation reads what ended in its period.
create index refunds_completed on refunds (merchant_id, completed_at, id) where completed_at is not null;
-- The list of reversals, with what people have to look after first.
create index reversals_urgent_first on refunds (merchant_id,
  (case status when 'FAILURE' then 0 when 'SUCCESS' then 2 else 1 end), requested_at desc, id desc) where kind = 'reversal';
create index reversals_unsettled on refunds (status) where kind = 'reversal' and status <> 'SUCCESS';
-- A gateway's notification names the charge (decision 0181).
create index reversals_of_charge on refunds (charge) where charge is not null;

-- ======== Sums of payments ========

-- What the payments of a quarter of an hour add up to, so that counts over a span do not read each of them (decision 0186). The
-- day of every time zone begins at such a quarter.
create table payment_sums (
  merchant_id integer not null references merchants,
  starts_at timestamptz not null,  -- The beginning of the quarter in which the payments were created.
  status text not null,            -- The payments' status.
  currency text not null,
  gateway text not null,           -- Empty for none.
  payment_method text not null,    -- Empty for none.
  count bigint not null,           -- How many payments.
  sum_paise numeric not null,      -- Hundredths of the currency.
  primary key (merchant_id, starts_at, status, currency, gateway, payment_method)
);

-- A sum of these over three hours, by one split: most of a long span lies in such.
create table payment_wide_sums (
  merchant_id integer not null references merchants,
  split text not null check (split in ('none', 'gateway', 'payment_method')),  -- What `part` names.
  starts_at timestamptz not null,
  status text not null,        -- The payments' status.
  currency text not null,
  part text not null,          -- The gateway or method; empty for none.
  count bigint not null,       -- How many payments.
  sum_paise numeric not null,  -- Hundredths of the currency.
  primary key (merchant_id, split, starts_at, status, currency, part)
);

-- How far a merchant's payments are summed.
create table payments_summed (
  merchant_id integer primary key references merchants,
  until timestamptz not null   -- Payments created before are in the sums.
);

-- A change of a payment that was created a while ago, until it is added to the sums. Only triggers write it. It does not
-- reference merchants, whose row every late payment would lock.
create table payment_changes (
  merchant_id integer not null,
  id bigint generated always as identity,
  created_at timestamptz not null,  -- When the payment was created.
  status text not null,             -- What the sums are split by, like the three below.
  currency text not null,
  gateway text,
  payment_method text,
  amount_paise bigint not null,     -- Hundredths of the currency.
  count smallint not null check (count in (-1, 1)),  -- 1: the payment now counts here. -1: it does not any more.
  primary key (merchant_id, created_at, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- ======== Success rates ========

-- An outcome that waits to be counted, of a payment or of a checkout that could not be opened. It is written in the transaction
-- of the outcome and deleted in the one that counts it.
create table payment_outcomes (
  merchant_id integer not null references merchants,
  id bigint generated always as identity,
  payment_id text collate "C" not null,
  gateway text,                            -- Null: all gateways were skipped, and none was asked (decision 0321).
  -- Null as long as it is not known, and of a payment that was left or cancelled, which says nothing of its gateway (decision
  -- 0318).
  is_success boolean,
  -- Its gateway reported a decline after the payment had ended: its trial had counted it by then.
  is_late boolean not null default false,
  at timestamptz not null,                 -- When the payment has the age at which its outcome counts (decision 0313).
  primary key (merchant_id, id)
);
-- Those that count by now.
create index payment_outcomes_due on payment_outcomes (merchant_id, at, id);

-- What is known of a gateway in a segment of a merchant's payments. Old outcomes lose weight, so the numbers are no counts.
create table gateway_statistics (
  merchant_id integer not null references merchants,
  segment text collate "C" not null,  -- A part of the payments, for example by method and currency.
  gateway text not null,
  successes double precision not null check (successes >= 0),  -- Weighed outcomes.
  failures double precision not null check (failures >= 0),  -- Weighed outcomes.
  expected double precision not null check (expected >= 0),  -- The successes that all gateways of the segment would have had.
  -- How far the gateway has lately been below its own rate; from a limit on it counts as failing.
  drop_sum double precision not null check (drop_sum >= 0),
  failing_since timestamptz,          -- Null: it does not.
  -- The average amount, weighed like the outcomes; null until one was counted with its amount.
  average_paise bigint check (average_paise >= 0),
  at timestamptz not null,            -- The time from which weights are calculated.
  primary key (merchant_id, segment, gateway)
);
create index gateway_statistics_by_time on gateway_statistics (at);

-- The shares that a rule gives its gateways in a segment.
create table success_rate_shares (
  merchant_id integer not null references merchants,
  rule_id text collate "C" not null,
  segment text collate "C" not null,  -- As in `gateway_statistics`.
  gateways jsonb not null,            -- The gateways with their shares.
  has_failing boolean not null,       -- Whether one of them counts as failing.
  cost_within double precision not null default 0,  -- How far the rate may be below the best one for a lower fee; a fraction.
  at timestamptz not null,
  version bigint not null,            -- Grows with each count of the merchant, so that a process reads only what has changed.
  primary key (merchant_id, rule_id, segment)
);
create index success_rate_shares_by_version on success_rate_shares (merchant_id, version);
create index success_rate_shares_failing on success_rate_shares (merchant_id, at) where has_failing;
create index success_rate_shares_by_time on success_rate_shares (at);

-- What routing by success rates reached on one day, in sums, so that the gain over other rules is read without reading payments
-- (decision 0321).
create table success_rate_gains (
  merchant_id integer not null references merchants,
  day date not null,                             -- The UTC day on which the payments were created.
  rule_id text collate "C" not null,
  gateways text[] not null,                      -- All that the rule could have chosen, in their order.
  gateway text not null,                         -- The one that it chose.
  payments bigint not null,                      -- How many payments.
  successes bigint not null,                     -- How many of them succeeded.
  -- Each payment weighs one over the share that its gateway had: the sum over all payments.
  weights double precision not null,
  weighted_successes double precision not null,  -- The sum of the weights over the successful ones.
  squares double precision not null,             -- The sum of the squared weights.
  primary key (merchant_id, day, rule_id, gateways, gateway)
);
create index success_rate_gains_by_day on success_rate_gains (day);

-- ======== Webhooks ========

-- An address that is told about a merchant's payments. Its health is beside the settings, because one row lock protects both. A
-- row whose endpoint works is written about once a minute.
create table webhook_endpoints (
  merchant_id integer not null references merchants,
  id text collate "C" not null,
  url text not null,                       -- Where requests are sent.
  description text not null,               -- The merchant's text.
  events text[] not null check (cardinality(events) > 0),  -- The events that are sent to it.
  enabled boolean not null,                -- Nothing is sent while it is false.
  -- By a person, after a 410, or after failing for too long.
  disabled_reason text check (disabled_reason in ('BY_MERCHANT', 'GONE', 'FAILING')),
  disabled_at timestamptz,
  sealed_secret bytea not null,            -- The signing secret.
  previous_sealed_secret bytea,            -- The secret before; during the overlap of a rotation both sign.
  previous_secret_expires_at timestamptz,  -- The end of that overlap.
  consecutive_failures integer not null default 0,  -- Failed requests since the last success.
  failing_since timestamptz,               -- Null: it works.
  held_until timestamptz,                  -- Nothing is sent until then, because it fails.
  last_success_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  check (enabled = (disabled_reason is null) and enabled = (disabled_at is null)),
  check ((previous_sealed_secret is null) = (previous_secret_expires_at is null)),
  check ((consecutive_failures = 0) = (failing_since is null))
);

-- An event that is to be sent to one endpoint, and what became of it: the queue and the log in one (decision 0015). It has no
-- foreign keys: an endpoint that is deleted while a payment moves must not make that payment fail, and the log outlives the
-- endpoint.
create table webhook_deliveries (
  merchant_id integer not null,
  -- The webhook-id that receivers see. It begins with the time, so that it orders the log.
  id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event text not null,                     -- What happened, as the contract names it.
  sequence integer,                        -- The order of a payment's events.
  payment_id text collate "C",             -- Null for a test event.
  merchant_transaction_id text collate "C",
  occurred_at timestamptz not null,
  body text not null,                      -- Stored, so that every attempt sends the same bytes.
  -- SET_ASIDE: its endpoint was disabled or deleted first.
  status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'FAILED', 'SET_ASIDE')),
  attempts integer not null default 0,     -- All attempts.
  -- Attempts since the delivery was last asked for: a replay begins the schedule anew and keeps the log.
  tries integer not null default 0,
  next_attempt_at timestamptz not null,
  by_hand boolean not null default false,  -- A person waits for it: it goes before what is due by schedule.
  lease uuid,                              -- The sender that has it.
  leased_until timestamptz,                -- Another sender may take it from then on.
  origin jsonb,                            -- Of one that waits: the request and the trace that caused the event, for the log.
  last_attempt_at timestamptz,
  last_response_status integer,            -- The HTTP status of the last response; null: none came.
  last_error text,                         -- Why no response came.
  completed_at timestamptz,
  primary key (merchant_id, id),
  check ((lease is null) = (leased_until is null)),
  check ((status = 'WAITING') = (completed_at is null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
create index webhook_deliveries_due on webhook_deliveries (merchant_id, endpoint_id, by_hand, next_attempt_at)
  where status = 'WAITING';
create index webhook_deliveries_in_flight on webhook_deliveries (merchant_id, endpoint_id) where lease is not null;
create index webhook_deliveries_of_endpoint on webhook_deliveries (merchant_id, endpoint_id, id);
create index webhook_deliveries_of_payment on webhook_deliveries (merchant_id, payment_id, id);
create index webhook_deliveries_of_reference on webhook_deliveries (merchant_id, merchant_transaction_id, id);
-- Retention deletes over all merchants.
create index webhook_deliveries_by_age on webhook_deliveries (occurred_at);
-- Filters of the log: what they look for may be rare, or not there at all (decision 0175).
create index webhook_deliveries_by_status on webhook_deliveries (merchant_id, status, id);
create index webhook_deliveries_by_event on webhook_deliveries (merchant_id, event, id);
-- Pending deliveries of an endpoint, those that are retried apart from those that are not (decision 0015).
create index webhook_deliveries_waiting on webhook_deliveries (merchant_id, endpoint_id,
  (case when attempts > 0 and (last_response_status is null or last_response_status not between 200 and 299)
    then 'RETRYING' else 'NEW' end), id)
  where status = 'WAITING';

-- One request that was made for a delivery, with its response.
create table webhook_attempts (
  merchant_id integer not null,
  delivery_id text collate "C" not null,
  number integer not null,         -- Counted from 1 for each delivery.
  url text not null,               -- The endpoint's address then.
  started_at timestamptz not null,
  duration_ms integer not null,    -- Milliseconds.
  request_headers jsonb not null,  -- Without secrets.
  response_status integer,         -- Null: no response came.
  response_headers jsonb,
  response_body text,              -- Its beginning.
  response_body_is_cut boolean,    -- Whether the response was longer than what is kept.
  error text,                      -- Why no response came.
  error_message text,              -- The same in words.
  primary key (merchant_id, delivery_id, number),
  foreign key (merchant_id, delivery_id) references webhook_deliveries on delete cascade,
  check ((response_status is null) = (error is not null))
);

-- ======== Reconciliation ========

-- A comparison of a merchant's records with its gateways, stored so that it goes on when its process dies (decision 0288). It
-- compares the records that are not final and those that became final on its days.
create table reconciliation_runs (
  merchant_id integer not null references merchants,
  id bigint generated always as identity,
  request_id text,                           -- The caller's own id: a request that is sent twice starts one run.
  -- The daily run, a request of the ops extension, or the command.
  source text not null check (source in ('daily', 'request', 'command')),
  from_day date not null,                    -- The first UTC day.
  until_day date not null,                   -- The last UTC day.
  gateway text,                              -- Null: all of them.
  repairs boolean not null,                  -- Whether it repairs what is certain.
  requested_by text,
  state text not null check (state in ('queued', 'running', 'done', 'broken')),  -- `broken`: it could not go on.
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  position jsonb not null,                   -- Where it goes on.
  silences jsonb not null default '{}',      -- How many fetches in a row each gateway did not answer.
  tries integer not null default 0,          -- Attempts since the last progress.
  epoch integer not null default 0,          -- All attempts: only the newest may save progress.
  planned integer,                           -- How many records it will compare, as far as is known.
  payments integer not null default 0,       -- How many it has compared.
  refunds integer not null default 0,        -- How many refunds.
  reversals integer not null default 0,      -- How many reversals.
  rechecked integer not null default 0,      -- Records of older findings that it compared once more.
  earlier integer not null default 0,        -- Paid payments of the last 30 days that it compared in turn (decision 0366).
  -- The place after which the next daily run goes on with these; null: at the beginning.
  earlier_after jsonb,
  not_compared jsonb not null default '[]',  -- Records that could not be compared, counted by gateway and reason.
  failure text,                              -- Why it broke.
  due_at timestamptz default now(),          -- When a worker goes on with it, as in `refunds`; null once it is over.
  taken_by text,
  taken_until timestamptz,
  origin jsonb,
  primary key (merchant_id, id),
  check (finished_at is not null or due_at is not null),
  check (until_day >= from_day),
  check ((state in ('done', 'broken')) = (finished_at is not null))
);
create index reconciliation_runs_due on reconciliation_runs (source, due_at) where due_at is not null;
create unique index reconciliation_runs_one_at_a_time on reconciliation_runs (merchant_id) where state in ('queued', 'running');
create unique index reconciliation_runs_daily on reconciliation_runs (merchant_id, until_day) where source = 'daily';
create unique index reconciliation_runs_of_request on reconciliation_runs (merchant_id, request_id) where request_id is not null;

-- A difference between a record and its gateway. The same one found by a later run is the same row.
create table reconciliation_findings (
  merchant_id integer not null references merchants,
  id bigint generated always as identity,
  record text not null check (record in ('payment', 'refund', 'reversal')),  -- The kind of the record.
  payment_id text collate "C" not null,
  record_id text collate "C" not null,  -- The id of the payment or refund; for a reversal, the id of its charge.
  reference text collate "C",
  gateway text not null,
  problem text not null,                -- The kind of difference.
  is_certain boolean not null,          -- False: the difference may be one of timing.
  here jsonb not null,                  -- The record.
  there jsonb,                          -- What the gateway reports; null for nothing.
  there_note text,                      -- What else the gateway says.
  stake_paise bigint not null check (stake_paise >= 0),  -- The money at stake, in hundredths of its currency.
  stake_currency text not null,
  state text not null check (state in ('open', 'repaired', 'settled', 'gone')),  -- `gone`: the two agree again.
  version integer not null default 1,   -- Grows with each change, so that nobody decides about what they have not seen.
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  examined_run_id bigint,               -- The last run that compared the record.
  repair_requested_at timestamptz,
  repair_requested_by text,
  closed_at timestamptz,
  settlement jsonb,                     -- The evidence with which two people settled it.
  primary key (merchant_id, id),
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'settled') = (settlement is not null))
);
create unique index reconciliation_findings_open on reconciliation_findings (merchant_id, record, payment_id, record_id)
  where state = 'open';
create index reconciliation_findings_of_record on reconciliation_findings (merchant_id, record, payment_id, record_id);
create index reconciliation_findings_by_state on reconciliation_findings (merchant_id, state, id);

-- A finding that a run has seen.
create table reconciliation_run_findings (
  merchant_id integer not null,
  run_id bigint not null,
  finding_id bigint not null,
  primary key (merchant_id, run_id, finding_id),
  foreign key (merchant_id, run_id) references reconciliation_runs,
  foreign key (merchant_id, finding_id) references reconciliation_findings
);
create index reconciliation_runs_of_finding on reconciliation_run_findings (merchant_id, finding_id);

-- ======== What Adyen reports ========

-- A notification of Adyen, which cannot be asked: no call returns the payment of a link, or the status of a refund (decision
-- 0307). It has only fields that its signature covers, and the reason of a refusal.
create table adyen_events (
  psp_reference text collate "C" not null,       -- Adyen's id.
  event_code text collate "C" not null,          -- What happened.
  success boolean not null,                      -- Whether it succeeded.
  original_reference text collate "C",           -- Adyen's id of the charge that it is about.
  merchant_reference text collate "C" not null,  -- The payment or refund, as this service named it.
  amount_units bigint not null,                  -- The smallest unit of the currency, as Adyen counts it.
  currency text not null,
  reason text,
  received_at timestamptz not null,
  primary key (psp_reference, event_code, success)
);
create index adyen_events_of_reference on adyen_events (merchant_reference);
create index adyen_events_of_charge on adyen_events (original_reference) where original_reference is not null;
create index adyen_events_by_time on adyen_events (received_at);

-- A notification about an account of a merchant itself: who signs the notifications of one account must not report money of
-- another.
create table adyen_account_events (
  merchant_id integer not null,
  account integer not null,                 -- The account's number.
  gateway text not null default 'adyen' check (gateway = 'adyen'),  -- Completes the reference to the account.
  psp_reference text collate "C" not null,  -- As in `adyen_events`.
  event_code text collate "C" not null,
  success boolean not null,
  original_reference text collate "C",
  merchant_reference text collate "C" not null,
  amount_units bigint not null,
  currency text not null,
  reason text,
  received_at timestamptz not null,
  primary key (merchant_id, account, psp_reference, event_code, success),
  foreign key (merchant_id, gateway, account) references gateway_accounts on delete cascade
);
create index adyen_account_events_of_reference on adyen_account_events (merchant_id, account, merchant_reference);
create index adyen_account_events_of_charge on adyen_account_events (merchant_id, account, original_reference)
  where original_reference is not null;
create index adyen_account_events_by_time on adyen_account_events (received_at);

-- A refund that was sent to Adyen, which forgets idempotency keys after seven days.
create table adyen_refunds (
  idempotency_key text collate "C" primary key,  -- The key of the refund's call.
  first_sent_at timestamptz not null
);
create index adyen_refunds_by_time on adyen_refunds (first_sent_at);

-- ======== The installation ========

-- The one row that tells this installation from its restored copies: which one writes to a store of backups (decision 0271).
create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid()   -- A restore gives another one.
);

-- The one row about the last run of scheduled backups, for metrics and the doctor (decision 0271).
create table backup_state (
  only_row boolean primary key default true check (only_row),
  ended_at timestamptz(3) not null,
  failure text,                -- Why it failed; null after a success.
  backup_name text,            -- The newest good backup.
  backup_made_at timestamptz(3),
  backup_bytes bigint,
  verified_at timestamptz(3)   -- When a backup was last restored on trial with the right contents.
);

-- The one row that the restore of a backup writes: no refund is sent until it is released (decision 0237).
create table refund_hold (
  only_row boolean primary key default true check (only_row),
  backup_made_at timestamptz(3) not null,
  restored_at timestamptz(3) not null,
  runs_paused_at timestamptz(3),      -- When bulk runs were paused; used by the dashboard, whose table is the same.
  released_at timestamptz(3),         -- Null while refunds are held.
  release_audited_at timestamptz(3)   -- When the release was written to the audit log; used by the dashboard.
);

-- ======== The simulated gateway: its own records, as a vendor keeps them on its side (decision 0210) ========

create schema simulator;

-- Money that it took.
create table simulator.charges (
  checkout_id text primary key,  -- One charge for each checkout.
  transaction_id text not null unique,
  amount_paise bigint not null,  -- Hundredths of the currency.
  currency text not null,
  outcome text not null check (outcome in ('SUCCESS', 'FAILURE')),  -- What it reports.
  charged_at timestamptz not null
);

-- Money that it was asked to return.
create table simulator.refunds (
  idempotency_key text primary key,  -- One refund for each key.
  refund_id text not null unique,
  transaction_id text not null,      -- The charge.
  amount_paise bigint not null,      -- Hundredths of the currency.
  currency text not null,
  outcome text not null check (outcome in ('SUCCESS', 'FAILURE')),  -- What it reports once it is settled.
  received_at timestamptz not null,
  settles_at timestamptz not null,   -- It reports the outcome from then on.
  turns_success_at timestamptz       -- It takes a FAILURE back: it reports SUCCESS from then on (failure 24).
);
create index refunds_of_charge on simulator.refunds (transaction_id);

-- What a test lets it do wrong. It is read only when SIMULATOR_FAULTS=1, once for each call.
create table simulator.faults (
  id bigint generated always as identity primary key,
  -- Which call it concerns.
  operation text not null check (operation in ('open_checkout', 'fetch_payment', 'refund', 'fetch_refund', 'charge')),
  -- What goes wrong.
  kind text not null check (kind in ('refuse', 'unavailable', 'hang', 'slow', 'lose_response', 'late_success')),
  delay_ms integer not null default 0 check (delay_ms between 0 and 60000),  -- Milliseconds.
  remaining integer not null default 1 check (remaining >= 0),  -- For how many calls.
  about text collate "C"   -- A part of the payment's or refund's id; null for any.
);

-- A further gateway of the sandbox that behaves like it, so that rules have something to choose from (decision 0254).
create table simulator.gateways (
  name text primary key check (name ~ '^simulator-[a-z0-9]{1,20}$')
);

-- ======== Functions and triggers ========

create function refuse_rule_set_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of routing rules is never changed; add another one';
end $$;
create trigger rule_sets_are_immutable before update or delete on routing_rule_sets
  for each row execute function refuse_rule_set_change();

-- Writes what a late change of a payment changes in the sums.
create function note_payment_change() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    insert into payment_changes (merchant_id, created_at, status, currency, gateway, payment_method, amount_paise, count)
    values (old.merchant_id, old.created_at, old.status, old.currency, old.gateway, old.payment_method, old.amount_paise, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into payment_changes (merchant_id, created_at, status, currency, gateway, payment_method, amount_paise, count)
    values (new.merchant_id, new.created_at, new.status, new.currency, new.gateway, new.payment_method, new.amount_paise, 1);
  end if;
  return null;
end $$;

-- What happens within ten minutes is seen by whoever sums: nothing is summed before twice as long, and before transactions that
-- began in that time have ended. The clock is read after the write, when the transaction has its id.
create trigger payment_came_late after insert on payments for each row
  when (new.created_at < clock_timestamp() - interval '10 minutes')
  execute function note_payment_change();
create trigger payment_changed_late after update on payments for each row
  when (least(old.created_at, new.created_at) < clock_timestamp() - interval '10 minutes'
    and (old.merchant_id, old.created_at, old.status, old.currency, old.gateway, old.payment_method, old.amount_paise) is distinct from
        (new.merchant_id, new.created_at, new.status, new.currency, new.gateway, new.payment_method, new.amount_paise))
  execute function note_payment_change();
create trigger payment_went after delete on payments for each row execute function note_payment_change();

create function forget_payment_sums() returns trigger language plpgsql set search_path from current as $$
begin
  delete from payments_summed;
  delete from payment_sums;
  delete from payment_wide_sums;
  delete from payment_changes;
  return null;
end $$;
create trigger payments_emptied after truncate on payments for each statement execute function forget_payment_sums();

-- ======== First rows ========

insert into installation default values;

-- ======== Workers ========

-- Work that recurs by the clock: a row that is its own job, as in `refunds` (decision 0399).
create table schedules (
  task text primary key,
  due_at timestamptz not null default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb                               -- Always null: it belongs to no request.
);
insert into schedules (task) values ('sweep'), ('sum-payments'), ('reconcile-daily');

-- A process that has the jobs, for those who ask whether any does (decision 0399).
create table workers (
  id text primary key,                       -- Another one at each start.
  seen_at timestamptz not null
);
