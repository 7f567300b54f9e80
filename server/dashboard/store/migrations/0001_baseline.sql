-- The database of the dashboard. Until 0.1.0 is released, a change of the schema edits this file; after that a change is a file
-- of its own (decision 0398).
--
-- The first account uses the tables of the first schema. Each further one has the same tables in a schema account_<id>
-- (decision 0300): this file runs there too, so it names no schema, and its last part tells the two apart.
--
-- What every table says in the same way: `service_address` is the address of the payment service that knows the ids next to it;
-- `transaction_id` is a payment there and `reference` the merchant's reference of it. Every name with `paise` is an amount in
-- hundredths of the currency next to it, an ISO 4217 code. `is_test` marks a payment of the simulator, which moves no money
-- (decision 0210). A row with `due_at` is its own job (decision 0404): a worker takes it then, null for never; `taken_by` is the claim
-- of the worker that has it, unlike any other claim, `taken_until` when that ends unless it is extended, and `origin` the request and
-- the trace that made it due. A name with `_at`, or `at` alone, is the time at which that happened, null as long as it has not; one with
-- `_by` is the person who did it. `sealed_` means sealed with a key that is kept outside of the database, and `only_row` lets
-- a table have one row at most.

-- ======== Accounts and people ========

-- A person who works with the dashboard. A further account has copies of the installation's people, with a role of their own
-- (decision 0300).
create table people (
  id uuid primary key,
  email text not null,                            -- No two people have the same, in upper or lower case.
  name text not null,                             -- Shown to people.
  -- The name of a preset, or the id of a composed role (decision 0304).
  role text not null check (role in ('support', 'ops', 'finance', 'admin')
    or role ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  -- The composed role; null for a preset.
  composed_role_id uuid
    generated always as (case when role in ('support', 'ops', 'finance', 'admin') then null else role::uuid end) stored,
  -- Null before the activation, and for a person who signs in by the identity provider alone.
  password_hash text,
  password_is_seeded boolean not null default false,  -- A password that the start gave is the start's to change, and no other.
  created_at timestamptz(3) not null,
  activated_at timestamptz(3),                    -- Null: invited, and not yet activated.
  deactivated_at timestamptz(3),                  -- Null: may sign in once activated.
  -- A person without a role in the first account who signs in for others (decision 0302). In the first schema such a person
  -- counts as deactivated, so that statements about active people leave them out; only what lets people sign in reads this
  -- column. Always false in the schema of a further account.
  only_elsewhere boolean not null default false
);
create unique index people_email on people (lower(email));
create index people_composed_role on people (composed_role_id) where composed_role_id is not null;

-- A merchant account (decision 0300). Only the table of the first schema is used.
create table accounts (
  id smallint primary key,             -- 1 is the first account. The tables of each other one are in the schema account_<id>.
  -- The account's name in addresses, never changed and never used again.
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null check (length(name) between 1 and 80),  -- Shown to people.
  colour text not null check (colour in ('gray', 'blue', 'green', 'amber', 'red')),  -- Marks the account on every page.
  -- The address of its service; null for the first account, whose service is that of the environment.
  base_url text,
  sealed_credentials text,             -- The API key and the salt, sealed for this slug (decision 0130).
  version integer not null default 1,  -- Counts changes, so that every process notices them.
  created_at timestamptz(3) not null default now(),
  created_by uuid references people,
  credentials_changed_at timestamptz(3),
  closed_at timestamptz(3),
  check ((id = 1) = (base_url is null) and (id = 1) = (sealed_credentials is null)),
  check (id <> 1 or closed_at is null)
);
-- The ids of further accounts.
create sequence account_ids as smallint start with 2 owned by accounts.id;

-- A role that an admin has composed from permissions (decision 0304); the four presets are in the code.
create table roles (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),  -- Shown to people.
  permissions text[] not null,         -- As lib/can.ts names them.
  -- The most that a person may refund of a payment: paise by currency, as texts. Null: any amount. A missing currency: nothing.
  refund_limits jsonb check (jsonb_typeof(refund_limits) = 'object'),
  -- The most that a person may approve in one request, in the same form.
  approve_limits jsonb check (jsonb_typeof(approve_limits) = 'object'),
  version integer not null default 1,  -- Counts changes: a form that was opened before one is refused.
  created_by uuid references people,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null
);
create unique index roles_name on roles (lower(name));

alter table people add foreign key (composed_role_id) references roles;

-- An invitation, or a link for a person who forgot their password. It lets them choose one.
create table person_links (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  token_hash bytea not null unique,  -- The link's secret is not stored.
  created_at timestamptz(3) not null,
  created_by uuid not null references people,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  revoked_at timestamptz(3)
);
-- A new link replaces the open one.
create unique index person_links_one_open on person_links (person_id) where used_at is null and revoked_at is null;

-- ======== Signing in ========

-- A person's second factor, which counts once it is confirmed.
create table second_factors (
  person_id uuid primary key references people on delete cascade,
  sealed_secret text not null,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  last_step bigint not null default 0,  -- The time step of the last code that was accepted: no code works twice.
  -- The key of the recovery codes, if they were hashed with an earlier SECOND_FACTOR_KEY: they cannot be hashed again, so that
  -- key is sealed with the new one (decision 0273). Null: the key of the processes.
  sealed_code_key text
);

-- A code that replaces the second factor once.
create table recovery_codes (
  person_id uuid not null references people on delete cascade,
  code_hash bytea not null,  -- The code is not stored.
  used_at timestamptz(3),
  primary key (person_id, code_hash)
);

-- A person's wrong codes. A right code or an admin ends the count; a password does not.
create table code_failures (
  person_id uuid primary key references people on delete cascade,
  failures integer not null check (failures >= 0),  -- Since the last lock.
  locks integer not null default 0 check (locks >= 0),  -- Locks since the last right code: each is longer than the one before.
  locked_until timestamptz(3)   -- No code is tried until then.
);

-- A sign-in whose password was right, and whose code is awaited. It is no session.
create table sign_in_challenges (
  token_hash bytea primary key,  -- The cookie's value is not stored.
  person_id uuid not null references people on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sign_in_challenges_person on sign_in_challenges (person_id);
create index sign_in_challenges_age on sign_in_challenges (expires_at);

-- Wrong passwords for an e-mail address, whether a person has it or not (failure 36).
create table sign_in_failures (
  email text primary key,
  failures integer not null check (failures > 0),  -- Since the last right password.
  last_failed_at timestamptz(3) not null,
  locked_until timestamptz(3)   -- No password is tried until then.
);
create index sign_in_failures_age on sign_in_failures (last_failed_at);

-- Failed attempts within a window, for every process: of a source network, and of all together.
create table attempt_counts (
  scope text primary key,       -- What is counted.
  failures integer not null check (failures >= 0),  -- Since the window began.
  window_started_at timestamptz(3) not null,
  succeeded_at timestamptz(3)   -- When a person last signed in from the network.
);
create index attempt_counts_age on attempt_counts (window_started_at);

-- An attempt on a person's own account that they are shown.
create table account_notices (
  id bigint generated always as identity primary key,
  person_id uuid not null references people on delete cascade,
  at timestamptz(3) not null,
  kind text not null check (kind in ('password_locked', 'codes_locked', 'wrong_code')),  -- What happened.
  -- What the code was entered for; null where no code was.
  purpose text check (purpose in ('sign_in', 'turn_on', 'turn_off', 'renew_codes')),
  seen_at timestamptz(3)
);
create index account_notices_newest on account_notices (person_id, id desc);
create index account_notices_unseen on account_notices (person_id) where seen_at is null;

-- ======== The audit log ========

-- A record of who did what. Rows are only ever added. Each carries the hash of the one before, so that `npm run audit:verify`
-- finds a row that was altered or removed by whoever got past the triggers.
create table audit_log (
  id bigint generated always as identity primary key,
  position bigint not null,            -- The place in the chain, in the order in which transactions committed.
  at timestamptz(3) not null,
  actor_id uuid,                       -- Null: no person.
  actor_email text not null,           -- As it was then.
  action text not null,                -- What was done.
  subject_kind text not null,          -- What the action is about.
  subject_id text not null,
  detail jsonb not null default '{}',  -- What else is to be known of it.
  -- The request; of rows of a bulk run, the run, so that they are shown as one action (decision 0253).
  request_id text,
  hash bytea not null,                 -- SHA-256 of the hash before and the text of this row.
  constraint audit_log_position unique (position)
);
create index audit_log_subject on audit_log (subject_kind, subject_id, id);
create index audit_log_actor on audit_log (actor_id, id);
-- The audit page filters by person, by action and by what a row is about, newest first.
create index audit_log_email on audit_log (lower(actor_email) text_pattern_ops, position);
create index audit_log_action on audit_log (action, position);
create index audit_log_subject_id on audit_log (subject_id, position);
create index audit_log_at on audit_log (at, position);
-- An action on a refund names its payment in its detail: who searches for the payment finds it.
create index audit_log_detail on audit_log using gin (detail);
create index audit_log_request on audit_log (request_id, position) where request_id is not null;

-- The one row that says where the chain ends, so that its end cannot be cut off unnoticed.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  position bigint not null check (position >= 0),
  hash bytea not null   -- The hash of the last row.
);

-- A verification of the chain, which a job does and leaves its verdict here.
create table audit_verifications (
  id uuid primary key,
  requested_by uuid references people,
  requested_at timestamptz(3) not null,
  newest_rows integer check (newest_rows > 0),  -- How many rows at the end; null: the whole log.
  finished_at timestamptz(3),
  verdict text check (verdict in ('whole', 'altered', 'missing', 'wrong_end')),  -- `whole`: the chain holds.
  -- The last row that was verified, or the first place where the chain does not hold.
  position bigint,
  expected_position bigint,                     -- Which position should be there.
  head_hash bytea,                              -- The hash of the last row then.
  due_at timestamptz default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb,
  check (finished_at is not null or due_at is not null),
  check ((finished_at is null) = (verdict is null))
);
create index audit_verifications_due on audit_verifications (due_at) where due_at is not null;
create index audit_verifications_newest on audit_verifications (requested_at desc);

-- ======== Settings ========

-- A reason that people choose for a refund (decision 0277). One in use cannot be deleted: the references to it refuse that.
create table refund_reasons (
  -- Stored with what was refunded, and never changed.
  code text primary key check (code ~ '^[a-z][a-z0-9_]{1,39}$' and code <> 'none'),
  name text not null,                         -- Shown to people; it may change.
  name_hi text,                               -- The name in Hindi.
  needs_text boolean not null default false,  -- Whether a text must follow the name.
  is_active boolean not null default true,    -- Whether it is offered.
  position integer not null,                  -- The smallest comes first.
  changed_by uuid references people,
  changed_at timestamptz(3) not null default now()
);
create unique index refund_reasons_by_name on refund_reasons (lower(name));

-- The one row of what an admin has set for refunds. Without it everything is off.
create table refund_settings (
  id boolean primary key default true check (id),
  -- While any reason is offered, every new refund, request, row of a file and manual refund names one (decision 0293).
  is_reason_required boolean not null default false,
  -- Whether a refund request that waits for a decision reserves its amount (decision 0294).
  do_requests_reserve boolean not null default false,
  changed_by uuid references people,
  changed_at timestamptz(3) not null default now()
);

-- The amount above which a refund waits for a second person, by the requester's role and by currency.
create table approval_rules (
  -- A preset, or the id of a composed role.
  role text not null check (role in ('finance', 'admin') or role ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  currency text not null check (currency = '*' or currency ~ '^[A-Z]{3}$'),  -- `*`: every currency without a rule of its own.
  threshold_paise bigint not null check (threshold_paise >= 0),  -- Hundredths of the currency.
  lifetime_minutes integer not null check (lifetime_minutes between 5 and 43200),  -- How long a request can be approved.
  changed_by uuid not null references people,
  changed_at timestamptz(3) not null,
  primary key (role, currency)
);

-- The one row of limits from which people of this account are notified. Without it the installation's are in force.
create table notification_limits (
  only_row boolean primary key default true check (only_row),
  version integer not null check (version > 0),  -- Counts changes.
  stuck_payments integer check (stuck_payments >= 0),  -- How many; null limits are those of the installation again.
  success_rate_points integer check (success_rate_points > 0),  -- Percentage points.
  late_refund_hours integer check (late_refund_hours > 0),  -- Hours.
  changed_by uuid not null references people,
  changed_at timestamptz(3) not null,
  check (num_nulls(stuck_payments, success_rate_points, late_refund_hours) in (0, 3))
);

-- ======== Approvals ========

-- A payment whose refunds were decided here: the lock under which that happens, and the balance as the service last reported
-- it.
create table refund_ledgers (
  transaction_id text primary key,
  told_remaining_paise bigint check (told_remaining_paise >= 0),  -- The refundable balance.
  told_at timestamptz(3),
  check ((told_remaining_paise is null) = (told_at is null))
);

-- A request that waits, or waited, for a second person. The request of a refund has the id of its form, and so of the intent
-- and of the Idempotency-Key of its call.
create table approval_requests (
  id uuid primary key,
  kind text not null check (kind in ('refund', 'bulk')),  -- What waits.
  service_address text not null,
  transaction_id text references refund_ledgers,  -- The payment of a refund.
  reference text,
  reason text,                                    -- The refund's reason as text; null for none.
  reason_code text references refund_reasons,     -- The listed reason that the text begins with; null for none.
  run_id uuid,                                    -- The bulk run of a request for one.
  run_name text,                                  -- The run's name, as it was then.
  row_count integer not null check (row_count > 0),  -- How many refunds.
  is_test boolean not null default false,         -- All payments are the simulator's (decision 0210).
  requested_by uuid not null references people,
  -- The preset of the requester; of a composed role `finance`.
  requested_role text not null check (requested_role in ('finance', 'admin')),
  requested_role_name text,                       -- The name of the requester's composed role, as it was then.
  requested_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- REFUSED: approved, and then impossible.
  state text not null check (state in ('WAITING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'REFUSED')),
  decided_by uuid references people,
  decided_at timestamptz(3),
  note text,                                      -- What the decider says.
  -- Why an approved request could not be carried out.
  obstacle text check (obstacle in ('not_refundable', 'exceeds_balance', 'requester_gone')),
  obstacle_left_paise bigint check (obstacle_left_paise >= 0),  -- What was left of the balance then.
  -- Its expiry; a decided one of a run is due until the run knows.
  due_at timestamptz default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb,
  check (state <> 'WAITING' or due_at is not null),
  check (expires_at > requested_at),
  check ((kind = 'refund') = (transaction_id is not null and reference is not null and row_count = 1)),
  check ((kind = 'bulk') = (run_id is not null)),
  check ((state = 'WAITING') = (decided_at is null)),
  check (state not in ('APPROVED', 'DECLINED', 'REFUSED') or decided_by is not null),
  check (state <> 'DECLINED' or note is not null),
  check ((state = 'REFUSED') = (obstacle is not null)),
  -- Whatever the code does, a second person decides. A run is withdrawn by a person; a refund by its requester, or by nobody.
  check (state not in ('APPROVED', 'DECLINED', 'REFUSED') or decided_by <> requested_by),
  constraint approval_requests_withdrawn_by_a_person check (state <> 'WITHDRAWN' or kind = 'refund' or decided_by is not null),
  constraint approval_requests_refund_withdrawn_by_requester check (state <> 'WITHDRAWN' or kind = 'bulk'
    or decided_by = requested_by)
);
create index approval_requests_due on approval_requests (due_at) where due_at is not null;
create index approval_requests_waiting on approval_requests (requested_at, id) where state = 'WAITING';
create index approval_requests_decided on approval_requests (decided_at desc, id desc) where state <> 'WAITING';
create index approval_requests_mine on approval_requests (requested_by, requested_at desc, id desc);
create unique index approval_requests_one_waiting_run on approval_requests (run_id)
  where run_id is not null and state in ('WAITING', 'APPROVED');
create index approval_requests_run_approved on approval_requests (run_id) where state = 'APPROVED';
create index approval_requests_run on approval_requests (run_id, requested_at desc, id desc) where run_id is not null;
create index approval_requests_by_reason on approval_requests (reason_code) where reason_code is not null;

-- The sum of a request in one currency, with the rule by which it was judged then.
create table approval_totals (
  approval_id uuid not null references approval_requests,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_paise bigint not null check (amount_paise > 0),
  threshold_paise bigint,  -- The limit of that rule.
  -- Refunded of the same payment without a second person within the rule's lifetime, and counted with it.
  counted_paise bigint not null default 0 check (counted_paise >= 0),
  primary key (approval_id, currency)
);

-- What a request reserves of a payment's balance as long as it waits.
create table approval_reservations (
  approval_id uuid not null references approval_requests,
  transaction_id text not null,
  amount_paise bigint not null check (amount_paise > 0),
  primary key (approval_id, transaction_id)
);
create index approval_reservations_payment on approval_reservations (transaction_id);

-- ======== Refunds ========

-- A refund that was made here. It is written before the call, so that no crash can lose one.
create table refund_intents (
  id uuid primary key,                            -- The Idempotency-Key of the call.
  transaction_id text not null references refund_ledgers,
  reference text not null,
  service_address text not null,                  -- The service that it was made for; no other is called about it.
  amount_paise bigint not null check (amount_paise > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null default false,         -- The refund of a test payment, which moves no money (decision 0210).
  reason text,                                    -- Null for none.
  reason_code text references refund_reasons,     -- The listed reason that the text begins with; null for none.
  -- The intents that a person has seen and called no duplicates of this one (decision 0200). Some have no row yet, so there is
  -- no reference.
  separate_from uuid[] not null default '{}',
  requested_by uuid not null references people,
  requested_at timestamptz(3) not null,
  approval_id uuid references approval_requests,  -- The request by which a second person approved it; null when none was needed.
  -- RECORDED: before the call. UNKNOWN: the amount stays reserved until the outcome is found out.
  state text not null check (state in ('RECORDED', 'SENDING', 'ACCEPTED', 'REFUSED', 'NOT_SENT', 'UNKNOWN')),
  -- When it was recorded, by the clock of the database (decision 0264): the service may have its key from then on.
  first_step_at timestamptz(3) not null default now(),
  -- When it was recorded or last sent, by the clock of the database.
  last_step_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),                         -- When it was last sent, by the clock of the process.
  was_unknown boolean not null default false,     -- Its outcome was unknown once: nobody sends it again.
  answered_at timestamptz(3),
  message text,                                   -- The service's text.
  told_remaining_paise bigint check (told_remaining_paise >= 0),  -- The balance that a refusal named.
  service_error text check (service_error in ('unavailable', 'key_refused', 'busy')),  -- Why a call was not made, or has no outcome.
  retry_after_seconds integer check (retry_after_seconds >= 0),  -- Seconds that the service asked to wait.
  refund_id text,                                 -- The service's id.
  -- When its amount began to count, by the clock of the database: its acceptance or its late payment was stored.
  counted_at timestamptz,
  refund_status text check (refund_status in ('INITIATED', 'PROCESSING', 'SUCCESS', 'FAILURE')),  -- The status at the service.
  gateway text check (length(gateway) <= 100),    -- Null: the service does not name it (decision 0282).
  gateway_refund_id text,                         -- The gateway's id.
  completed_at timestamptz(3),
  last_checked_at timestamptz(3),
  -- When the service first reported that this failed refund was paid late; the status stays FAILURE (decision 0213).
  late_success_seen_at timestamptz(3),
  failure_reason text,                            -- Why it failed: a reason of lib/contract/refund-failures.ts.
  failure_message text,                           -- The gateway's text.
  -- When its outcome is found out, if the process that sends it does not store it.
  due_at timestamptz default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb,
  check (state not in ('RECORDED', 'SENDING', 'UNKNOWN') or due_at is not null),
  check (state <> 'RECORDED' or sent_at is null),
  check (state not in ('SENDING', 'UNKNOWN', 'ACCEPTED') or sent_at is not null),
  check ((state = 'ACCEPTED') = (refund_id is not null)),
  check ((refund_id is null) = (refund_status is null)),
  check (state not in ('ACCEPTED', 'REFUSED', 'NOT_SENT') or answered_at is not null),
  check (state <> 'NOT_SENT' or service_error is not null),
  check (completed_at is null or refund_status in ('SUCCESS', 'FAILURE'))
);
create index refund_intents_due on refund_intents (due_at) where due_at is not null;
create index refund_intents_newest on refund_intents (requested_at desc, id desc);
create index refund_intents_transaction on refund_intents (transaction_id, requested_at);
create unique index refund_intents_refund on refund_intents (service_address, refund_id) where refund_id is not null;
-- Whatever the code does, a payment has at most one refund whose outcome is open (failure 3).
create unique index refund_intents_one_open on refund_intents (transaction_id) where state in ('RECORDED', 'SENDING', 'UNKNOWN');
create index refund_intents_unsettled on refund_intents (requested_at)
  where state in ('RECORDED', 'SENDING', 'UNKNOWN') or state = 'ACCEPTED' and completed_at is null;
create index refund_intents_reference on refund_intents (reference, requested_at desc);
create index refund_intents_requester on refund_intents (requested_by, requested_at desc);
-- Filters of the list: few or none of all refunds may match (decision 0175). Expressions are written as the list uses them.
create index refund_intents_failed on refund_intents (requested_at desc, id desc)
  where state in ('REFUSED', 'NOT_SENT') or state = 'ACCEPTED' and refund_status = 'FAILURE';
create index refund_intents_by_reason on refund_intents (reason_code, requested_at desc, id desc) where reason_code is not null;
-- How long refunds usually take at a gateway.
create index refund_intents_durations on refund_intents (gateway, requested_at desc)
  where refund_status = 'SUCCESS' and completed_at is not null;
create index refund_intents_by_list_status on refund_intents (
  (case state when 'ACCEPTED' then case when late_success_seen_at is null then refund_status else 'PAID_LATE' end
     when 'RECORDED' then 'SENDING' else state end),
  requested_at desc, id desc);

-- A form whose reader was told for certain that nothing is refunded by it, under the id that its refund would have had
-- (decision 0148).
create table ended_forms (
  intent_id uuid primary key,  -- The id of the form.
  transaction_id text not null,
  reference text not null,
  amount_paise bigint not null,
  reason text,
  requested_by_id uuid not null references people,
  outcome json not null,       -- What the reader was told.
  ended_at timestamptz not null
);
create index ended_forms_by_end on ended_forms (ended_at);

-- What was tried to find out the outcome of an unknown refund, and who may try now: a job that sends it again and a person who
-- says that it was not sent must not meet.
create table refund_resolutions (
  intent_id uuid primary key references refund_intents,
  held_until timestamptz(3),  -- Nobody else tries until then.
  tries integer not null default 0 check (tries >= 0),  -- How often it was tried.
  resent_at timestamptz(3),   -- When it was last sent again, under the same key.
  -- What that showed.
  resend_finding text check (resend_finding in ('unreachable', 'no_response', 'busy', 'key_refused', 'unknown_payment')),
  looked_at timestamptz(3),   -- When the service was last searched for it.
  look_means text check (look_means in ('search', 'balance')),  -- Searched among refunds, or compared with the balance.
  look_finding text check (look_finding in ('unreadable', 'absent', 'unclear', 'several')),  -- What the search showed.
  obstacle text check (obstacle in ('no_means', 'other_service', 'restored')),  -- Why nothing can be tried.
  next_try_at timestamptz(3),
  check ((looked_at is null) = (look_means is null)),
  check ((looked_at is null) = (look_finding is null))
);

-- What a person said about the outcome of an unknown refund.
create table refund_settlements (
  intent_id uuid primary key references refund_intents,
  verdict text not null check (verdict in ('accepted', 'not_sent')),  -- What they said.
  reason text not null check (reason <> ''),  -- Why they think so.
  settled_by uuid not null references people,
  settled_at timestamptz(3) not null
);

-- A refund whose status is followed, made here or elsewhere, as it was last seen. All processes and viewers share it.
create table tracked_refunds (
  service_address text not null,
  refund_id text not null,
  transaction_id text not null,
  reference text not null,
  amount_paise bigint not null check (amount_paise >= 0),
  currency text,                       -- Null: the service did not name it.
  is_test boolean not null default false,
  reason text,
  status text not null check (status in ('INITIATED', 'PROCESSING', 'SUCCESS', 'FAILURE')),  -- The status at the service.
  gateway_refund_id text,
  requested_at timestamptz(3) not null,
  completed_at timestamptz(3),
  is_made_here boolean not null,       -- Whether it has an intent.
  checked_at timestamptz(3) not null,  -- When the service last reported its status.
  asked_at timestamptz(3) not null,    -- When the service was last polled, whether or not it responded.
  asking_until timestamptz(3),         -- While one process polls, no other does; one that died stops nobody for longer.
  next_check_at timestamptz(3),        -- Null once it has ended.
  watched_until timestamptz(3),        -- A page shows it until then, so it is polled more often.
  service_error text check (service_error in ('unavailable', 'key_refused', 'busy', 'not_found')),  -- Why the last poll had no result.
  retry_after_seconds integer check (retry_after_seconds >= 0),  -- Seconds that the service asked to wait.
  -- When a worker polls it next, by the clock of the database.
  due_at timestamptz default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb,
  primary key (service_address, refund_id),
  check ((completed_at is null) = (next_check_at is not null)),
  check (completed_at is not null or due_at is not null),
  check (completed_at is null or status in ('SUCCESS', 'FAILURE'))
);
create index tracked_refunds_due on tracked_refunds (due_at) where due_at is not null;
create index tracked_refunds_open on tracked_refunds (next_check_at) where completed_at is null;
create index tracked_refunds_elsewhere on tracked_refunds (checked_at) where not is_made_here;
create index tracked_refunds_transaction on tracked_refunds (transaction_id);

-- An attempt to cancel a payment.
create table cancellations (
  id uuid primary key,
  transaction_id text not null,
  reference text not null,
  requested_by uuid not null references people,
  requested_at timestamptz(3) not null,
  -- `requested`: between the record and the response.
  state text not null check (state in ('requested', 'cancelled', 'refused', 'unknown', 'not_sent')),
  answered_at timestamptz(3),
  message text,  -- The service's text.
  -- When it ends as unknown, if its process has died.
  due_at timestamptz default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb,
  check (state <> 'requested' or due_at is not null),
  check ((state = 'requested') = (answered_at is null))
);
create index cancellations_due on cancellations (due_at) where due_at is not null;
create index cancellations_transaction on cancellations (transaction_id, requested_at);
-- They are work items (decision 0287).
create index cancellations_unknown on cancellations (requested_at) where state = 'unknown';

-- A past UTC day whose refunds are summed, so that totals do not read every refund there ever was (decision 0188). A day
-- without a row is read refund by refund.
create table refund_days_summed (
  day date primary key   -- UTC.
);

-- What the refunds of such a day add up to.
create table refund_day_sums (
  day date not null references refund_days_summed on delete cascade,
  status text not null,    -- As the list names it: see refund_intents_by_list_status.
  currency text not null,
  count integer not null,  -- How many refunds.
  sum_paise numeric not null,
  primary key (day, status, currency)
);

-- ======== Refund requests and manual refunds ========

-- A request of support to finance to refund a payment (decision 0278).
create table refund_requests (
  id uuid primary key,
  service_address text not null,
  transaction_id text not null,
  reference text not null,
  -- What is requested now, and in the end what was refunded; finance may change it.
  amount_paise bigint not null check (amount_paise > 0),
  requested_paise bigint not null check (requested_paise > 0),  -- What was requested at first.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  reason text,                                   -- As a refund has it; null for none.
  reason_code text references refund_reasons,    -- The listed reason that the text begins with.
  note text,                                     -- A text for finance, which is never sent to the service.
  requested_by uuid not null references people,
  requested_at timestamptz(3) not null,
  -- QUESTION: finance has asked something.
  state text not null check (state in ('OPEN', 'QUESTION', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  decided_by uuid references people,
  decided_at timestamptz(3),
  -- The form with which it was accepted: also the id of the approval request and of the intent.
  intent_id uuid unique,
  -- The forms with which it was accepted before: their refunds were not made, as far as was known then. A gateway may pay one
  -- late.
  earlier_intents uuid[] not null default '{}',
  check ((state = 'ACCEPTED') <= (intent_id is not null)),
  check ((state in ('OPEN', 'QUESTION')) = (decided_at is null))
);
-- One at a time for a payment: a second person sees the first request instead of making another.
create unique index refund_requests_one_open on refund_requests (service_address, transaction_id)
  where state in ('OPEN', 'QUESTION');
create index refund_requests_open on refund_requests (requested_at, id) where state in ('OPEN', 'QUESTION');
create index refund_requests_decided on refund_requests (decided_at desc, id desc) where decided_at is not null;
create index refund_requests_by_person on refund_requests (requested_by, requested_at desc, id desc);
create index refund_requests_by_payment on refund_requests (transaction_id, requested_at);
create index refund_requests_by_reason on refund_requests (reason_code) where reason_code is not null;

-- Something that happened to a request: the thread on its page.
create table refund_request_events (
  id bigint generated always as identity primary key,
  request_id uuid not null references refund_requests on delete cascade,
  -- What happened.
  kind text not null check (kind in ('requested', 'question', 'answer', 'amount', 'accepted', 'declined', 'withdrawn')),
  at timestamptz(3) not null,
  by_id uuid not null references people,
  text text,                     -- The person's text.
  amount_paise bigint not null   -- The amount from then on.
);
create index refund_request_events_by_request on refund_request_events (request_id, id);

-- A refund made without a payment gateway: by bank transfer, in cash or another way (decision 0289). While it waits or is
-- confirmed, it reserves its amount of the payment's balance. Nothing is ever sent for it.
create table manual_refunds (
  id uuid primary key,
  service_address text not null,
  transaction_id text not null,
  reference text not null,
  amount_paise bigint not null check (amount_paise > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  reason text,                                 -- The reason's name as it was then; null for none.
  reason_code text references refund_reasons,  -- The listed reason.
  method text not null check (method in ('bank_transfer', 'upi', 'cash', 'cheque', 'other')),  -- How the money was returned.
  paid_on date not null,                       -- The day of the transfer.
  transfer_reference text not null,            -- The number of the transfer or receipt, which the second person compares.
  note text,
  recorded_by uuid not null references people,
  recorded_at timestamptz(3) not null,
  -- A proposal to void it leaves it CONFIRMED, so that its amount stays reserved.
  state text not null check (state in ('WAITING', 'CONFIRMED', 'DECLINED', 'WITHDRAWN', 'VOIDED')),
  decided_by uuid references people,           -- Who confirmed, declined or withdrew it.
  decided_at timestamptz(3),
  decision_reason text,                        -- Why it was declined.
  void_proposed_by uuid references people,
  void_proposed_at timestamptz(3),
  voided_by uuid references people,            -- Who agreed to void it.
  voided_at timestamptz(3),
  void_reason text,                            -- Why the proposer wants to void it.
  check ((state = 'WAITING') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((state = 'VOIDED') = (voided_at is not null)),
  check ((voided_at is null) = (voided_by is null)),
  -- Whatever the code does, two people decide what counts.
  check (state not in ('CONFIRMED', 'VOIDED') or decided_by <> recorded_by),
  check ((void_proposed_at is null) = (void_proposed_by is null)),
  check (void_proposed_by is null or state in ('CONFIRMED', 'VOIDED')),
  check (voided_by is null or void_proposed_by is null or voided_by <> void_proposed_by)
);
create index manual_refunds_by_payment on manual_refunds (transaction_id, recorded_at);
create index manual_refunds_waiting on manual_refunds (recorded_at, id) where state = 'WAITING';
create index manual_refunds_newest on manual_refunds (recorded_at desc, id desc);
create index manual_refunds_by_reason on manual_refunds (reason_code) where reason_code is not null;
-- Records of one transfer, which may be of two payments.
create index manual_refunds_by_transfer on manual_refunds (lower(transfer_reference)) where state in ('WAITING', 'CONFIRMED');
-- Those that wait for a second person, to be confirmed or voided.
create index manual_refunds_to_decide on manual_refunds (recorded_at desc, id desc)
  where state = 'WAITING' or state = 'CONFIRMED' and void_proposed_at is not null;

-- ======== Bulk runs ========

-- A run of many refunds, cancels or look-ups.
create table bulk_runs (
  id uuid primary key,
  kind text not null check (kind in ('refund', 'cancel', 'lookup')),  -- What is done with each row.
  service_address text not null,
  source text not null default 'upload' check (source in ('upload', 'stuck_queue')),  -- Where its rows come from.
  file_name text,                                -- Null for rows that were pasted.
  -- The hash of what the rows mean, whatever their order and the file's dialect: the same rows are found again.
  content_hash text not null,
  ignored_columns text[] not null default '{}',  -- Headings of the file that were not used.
  row_count integer not null check (row_count between 1 and 5000),  -- How many rows.
  created_by uuid not null references people,
  created_at timestamptz(3) not null,
  -- `checked`: waits for a person to start it.
  state text not null check (state in ('checking', 'checked', 'awaiting_approval', 'running', 'paused', 'stopped', 'ended',
    'discarded')),
  acting_id uuid references people,              -- The person for whom it runs; their permission is checked before each row.
  started_at timestamptz(3),
  ended_at timestamptz(3),
  -- Why it is paused.
  pause_cause text check (pause_cause in ('person', 'not_allowed', 'key_refused', 'many_unknown', 'other_service',
    'not_approved', 'restored', 'account_closed')),
  waits_until timestamptz(3),                    -- It goes on then, after a problem with the service.
  service_error text check (service_error in ('unavailable', 'key_refused', 'busy')),  -- That problem.
  service_error_count integer not null default 0 check (service_error_count >= 0),  -- How often in a row.
  unknown_streak integer not null default 0 check (unknown_streak >= 0),  -- Rows of unknown outcome in a row; too many pause it.
  due_at timestamptz default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb,
  check (state not in ('awaiting_approval', 'running', 'paused', 'ended') or acting_id is not null),
  check (state not in ('checking', 'running') or due_at is not null),
  check (state not in ('running', 'paused', 'ended') or started_at is not null),
  check ((state in ('stopped', 'ended', 'discarded')) = (ended_at is not null)),
  check ((state = 'paused') = (pause_cause is not null))
);
create index bulk_runs_due on bulk_runs (due_at) where due_at is not null;
create index bulk_runs_newest on bulk_runs (created_at desc, id desc);
create index bulk_runs_content on bulk_runs (content_hash) where started_at is not null;
create index bulk_runs_live on bulk_runs (created_at) where state in ('checking', 'running', 'paused', 'stopped');

-- A row of a run. Its status is read from its refund (current_bulk_rows); `state` is that of its turn.
create table bulk_rows (
  -- Also the id of the row's refund intent, and so its Idempotency-Key: one row, one intent.
  id uuid primary key,
  run_id uuid not null references bulk_runs,
  position integer not null check (position > 0),  -- The place in the run, counted from 1.
  line integer not null check (line > 0),       -- The line in the file.
  reference text not null,
  transaction_id text,                          -- The payment that was found.
  amount_text text,                             -- As the file has it.
  amount_paise bigint check (amount_paise > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null default false,
  left_paise bigint check (left_paise >= 0),    -- The balance when the row was checked; refunds only.
  -- What the service had reported as refunded outside of the dashboard then (decision 0383).
  outside_paise bigint check (outside_paise > 0),
  outside_reported_at timestamptz(3),
  -- Whether the payment's money may be gone, as its gateway had reported then (decision 0366).
  money_alert text check (money_alert in ('charge_missing', 'charged_back', 'disputed')),
  reason text,                                  -- The refund's reason.
  reason_code text references refund_reasons,   -- The listed reason.
  fingerprint text not null,                    -- The hash of what it asks for, by which it is found in other runs.
  -- `likely_duplicate`: left out unless a person confirms it.
  state text not null check (state in ('unchecked', 'problem', 'likely_duplicate', 'ready', 'sending', 'accepted', 'done',
    'failed', 'refused', 'unknown', 'not_sent', 'skipped')),
  faults jsonb not null default '[]',           -- Why it is not sent, as lib/bulk/faults.ts has it.
  message text,                                 -- The service's text.
  found jsonb,                                  -- What a look-up found.
  confirmed_by uuid references people,          -- Who confirmed that it is no duplicate (decision 0200).
  confirmed_at timestamptz(3),
  accepts_request uuid,                         -- The refund request that it fulfils, as a person chose (decision 0381),
  request_steps integer,                        -- and how many steps that had then.
  put_back_times integer not null default 0,    -- How often it was put back to be sent again.
  not_before timestamptz(3),                    -- It is not sent again before.
  claimed_at timestamptz(3),                    -- When a process began to send it, by that process's clock.
  claimed_until timestamptz(3),                 -- Until when that process has it, by the clock of the database (decision 0264).
  claimed_times integer not null default 0,     -- How often a process began to send it.
  -- A cancel was sent and its outcome is not known: it may be sent again, and is never called unsent.
  outcome_open boolean not null default false,
  -- Its refund is paid, which nothing changes any more. It is set some time after the refund says so, or never.
  is_refunded boolean not null default false,
  unique (run_id, position),
  check (state <> 'sending' or (claimed_at is not null and claimed_until is not null)),
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (state <> 'likely_duplicate' or confirmed_by is null)
);
create index bulk_rows_state on bulk_rows (run_id, state, position);
create index bulk_rows_fingerprint on bulk_rows (fingerprint);
create index bulk_rows_sending on bulk_rows (transaction_id) where state = 'sending';
-- What approved runs are still to refund of a payment is read under that payment's lock.
create index bulk_rows_ready on bulk_rows (transaction_id) where state = 'ready';
-- Approvals ask whose refund requests a run fulfils, whenever To do is counted.
create index bulk_rows_fulfilling on bulk_rows (run_id) where accepts_request is not null;
create index bulk_rows_by_reason on bulk_rows (reason_code) where reason_code is not null;

-- A run of cancels whose outcome is looked up as long as that of any is unknown.
create table bulk_cancel_polls (
  run_id uuid primary key references bulk_runs,
  attempt integer not null default 0,  -- Rounds over its rows without an end.
  -- The last row that was read in this round, so that rows that stay unknown hide none behind them; null at its beginning.
  after_position integer,
  due_at timestamptz default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb
);
create index bulk_cancel_polls_due on bulk_cancel_polls (due_at) where due_at is not null;

-- What a person chose as the columns of a file, proposed again for one with the same headings (decision 0373).
create table bulk_layouts (
  person_id uuid not null references people on delete cascade,
  kind text not null check (kind in ('refund', 'cancel', 'lookup')),  -- The kind of run.
  headings_hash text not null,  -- The headings themselves are not stored: a file may have anything in them.
  -- {"columns": {"reference": 0, "amount": 2}, "decimalSign": "."}
  choice jsonb not null check (jsonb_typeof(choice) = 'object'),
  chosen_at timestamptz(3) not null,
  primary key (person_id, kind, headings_hash)
);

-- ======== Lists and exports ========

-- A view of a list that a person keeps. Only its owner changes it. A customer's contact is never in one.
create table saved_views (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  screen text not null check (screen in ('payments', 'refunds')),  -- The list.
  name text not null check (char_length(name) between 1 and 60),
  query text not null check (char_length(query) between 1 and 4000),  -- The query of the list's address.
  created_at timestamptz(3) not null,
  -- Everybody, a preset or the id of a composed role; null: nobody.
  shared_with text check (shared_with in ('everybody', 'support', 'ops', 'finance', 'admin')
    or shared_with ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  shared_at timestamptz(3)
);
create unique index saved_views_name on saved_views (person_id, screen, lower(name));
create index saved_views_shared on saved_views (screen, lower(name)) where shared_with is not null;

-- The columns of a list that a person chose (decision 0298); no row means the default.
create table list_columns (
  person_id uuid not null references people on delete cascade,
  list text not null check (list in ('payments', 'refunds')),  -- Which list.
  -- Those shown, in their order: ["amount", "status", …]
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) between 1 and 50),
  saved_at timestamptz(3) not null,
  primary key (person_id, list)
);

-- An export that runs by itself (decision 0299).
create table export_schedules (
  id uuid primary key,
  owner_id uuid not null references people,
  name text not null check (char_length(name) between 1 and 60),  -- Shown to people.
  list text not null check (list in ('payments', 'refunds', 'manual_refunds')),  -- What is exported.
  query text not null check (char_length(query) <= 4000),  -- The filter as in the list's address; never a customer's contact.
  format text not null check (format in ('csv', 'xlsx')),  -- The kind of file.
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),  -- How often.
  weekday smallint check (weekday between 1 and 7),  -- 1 is Monday.
  month_day smallint check (month_day between 1 and 31),  -- In a shorter month its last day.
  at_minute smallint not null check (at_minute between 0 and 1439),  -- The local time in minutes since midnight.
  time_zone text not null,
  created_at timestamptz(3) not null,
  next_at timestamptz(3) not null,  -- The next slot.
  paused_at timestamptz(3),
  -- `role`: its owner may not export any more.
  paused_why text check (paused_why in ('person', 'role', 'closed', 'account_closed')),
  due_at timestamptz default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb,
  check (paused_at is not null or due_at is not null),
  check ((frequency = 'weekly') = (weekday is not null)),
  check ((frequency = 'monthly') = (month_day is not null)),
  check ((paused_at is null) = (paused_why is null))
);
create index export_schedules_of_person on export_schedules (owner_id, created_at);
create index export_schedules_due on export_schedules (due_at) where due_at is not null;

-- A run of such an export, with its file.
create table export_runs (
  id uuid primary key,
  schedule_id uuid not null references export_schedules on delete cascade,
  slot timestamptz(3),                 -- Null for a run that its owner started.
  requested_at timestamptz(3) not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),  -- Where it is.
  attempt integer not null default 0,  -- Only the newest attempt can write and end the run.
  finished_at timestamptz(3),
  row_count integer,                   -- How many rows the file has.
  byte_count bigint,                   -- How large it is.
  file_name text,                      -- Offered for the download.
  why text,                            -- Why it failed.
  expires_at timestamptz(3),           -- When its file is deleted.
  due_at timestamptz default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb,
  check (finished_at is not null or due_at is not null),
  check ((state in ('done', 'failed')) = (finished_at is not null)),
  check ((state = 'failed') = (why is not null))
);
-- Whatever the code does, a slot has one run.
create unique index export_runs_slot on export_runs (schedule_id, slot) where slot is not null;
create index export_runs_newest on export_runs (schedule_id, requested_at desc);
create index export_runs_due on export_runs (due_at) where due_at is not null;
create index export_runs_with_file on export_runs (expires_at) where expires_at is not null;

-- A part of a run's file.
create table export_chunks (
  run_id uuid not null references export_runs on delete cascade,
  attempt integer not null,   -- The attempt that wrote it.
  position integer not null,  -- The order of the parts.
  bytes bytea not null,       -- At most some hundred kilobytes.
  primary key (run_id, attempt, position)
);

-- ======== Notifications ========

-- An event that people are notified of (decision 0280). It is written in the transaction of the change that it reports, and due until
-- a worker has expanded it to people.
create table notification_events (
  id uuid primary key,
  event text not null,    -- What happened.
  -- The same for the same event: a job that runs again after a crash, and a second process, write it once.
  dedupe_key text not null unique check (length(dedupe_key) between 1 and 300),
  at timestamptz(3) not null,
  recipients uuid[],      -- Null: everybody with the event's permission.
  except_person uuid,     -- The person who caused it is not notified.
  detail jsonb not null,  -- What texts say of it.
  expanded_at timestamptz(3),
  due_at timestamptz default clock_timestamp(),  -- Those of one transaction in their order.
  taken_by text,
  taken_until timestamptz,
  origin jsonb,
  check (expanded_at is not null or due_at is not null)
);
create index notification_events_due on notification_events (due_at) where due_at is not null;
create index notification_events_age on notification_events (at);

-- A message to a person (decision 0281).
create table emails (
  -- The Message-ID: a message that was sent before a crash and is sent again is the same one.
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  kind text not null check (kind in ('notifications', 'invitation', 'test')),  -- What it says.
  sealed text,                             -- The link of an invitation, sealed until it is sent.
  created_at timestamptz(3) not null,
  attempts integer not null default 0 check (attempts >= 0),  -- How often it was sent.
  -- Nobody sends it before: another process is sending it, or the server was not reachable.
  next_at timestamptz(3) not null,
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  error text check (length(error) <= 40),  -- The code of the last failure, never the server's text.
  check (sent_at is null or failed_at is null)
);
create index emails_open on emails (person_id) where sent_at is null and failed_at is null;
create index emails_of_person on emails (person_id, created_at desc);
create index emails_age on emails (created_at);

-- A person to whom something is to be sent by e-mail: the oldest message, or one of all notifications that are due.
create table email_turns (
  person_id uuid primary key references people on delete cascade,
  due_at timestamptz default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb
);
create index email_turns_due on email_turns (due_at) where due_at is not null;

-- A person's notification of an event.
create table notifications (
  id bigint generated always as identity primary key,
  event_id uuid not null references notification_events on delete cascade,
  person_id uuid not null references people on delete cascade,
  event text not null,          -- As in `notification_events`.
  at timestamptz(3) not null,
  is_listed boolean not null,   -- False for a person who wants the event by e-mail or chat alone.
  read_at timestamptz(3),
  email_due_at timestamptz(3),  -- A person's quiet hours or daily summary make it later than the event; null: not by e-mail.
  email_id uuid references emails on delete set null,  -- The message that contained it.
  unique (event_id, person_id)
);
create index notifications_newest on notifications (person_id, id desc) where is_listed;
create index notifications_unread on notifications (person_id) where is_listed and read_at is null;
create index notifications_to_email on notifications (person_id, email_due_at)
  where email_due_at is not null and email_id is null;
create index notifications_of_email on notifications (email_id) where email_id is not null;

-- A person's own choice; without a row, the default of the person's role.
create table notification_choices (
  person_id uuid not null references people on delete cascade,
  event text not null,
  channel text not null check (channel in ('dashboard', 'email')),  -- Where.
  is_on boolean not null,  -- Whether they are notified.
  primary key (person_id, event, channel)
);

-- How a person wants e-mails.
create table notification_preferences (
  person_id uuid primary key references people on delete cascade,
  language text not null check (language in ('en', 'hi')),
  time_zone text not null,
  quiet_from integer check (quiet_from between 0 and 1439),  -- Minutes of the day in that time zone; null: no quiet hours.
  quiet_until integer check (quiet_until between 0 and 1439),
  -- One e-mail a day at this minute instead of single ones; null: single ones.
  digest_at integer check (digest_at between 0 and 1439),
  check ((quiet_from is null) = (quiet_until is null))
);

-- A chat channel that is notified by an incoming webhook (decision 0295).
create table chat_channels (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('slack', 'teams')),  -- Whose webhook it is.
  sealed_url text not null,  -- The webhook's address, which is a secret: sealed for the channel's id.
  url_host text not null,    -- What is shown of it.
  url_end text not null check (length(url_end) <= 4),  -- Its last characters.
  events text[] not null,    -- The events that it is notified of.
  language text not null check (language in ('en', 'hi')),
  time_zone text not null,
  quiet_from integer check (quiet_from between 0 and 1439),  -- Minutes of the day in that time zone; null: no quiet hours.
  quiet_until integer check (quiet_until between 0 and 1439),
  created_at timestamptz(3) not null,
  created_by uuid not null references people,
  paused_at timestamptz(3),  -- Nothing is sent or kept for later while it is set.
  pause_code text check (length(pause_code) <= 40),  -- The last failure, if it paused the channel; null when a person did.
  missed integer not null default 0 check (missed >= 0),  -- Notifications that were not sent because it was paused.
  last_sent_at timestamptz(3),
  tested_at timestamptz(3),  -- A person tests it at most every few seconds.
  check ((quiet_from is null) = (quiet_until is null)),
  check (paused_at is not null or pause_code is null)
);
create unique index chat_channels_name on chat_channels (lower(name));
create index chat_channels_creator on chat_channels (created_by);

-- A message to a channel. It is written before it is sent, so that the same one is sent again after a crash.
create table chat_messages (
  id uuid primary key,
  channel_id uuid not null references chat_channels on delete cascade,
  created_at timestamptz(3) not null,
  attempts integer not null default 0 check (attempts >= 0),  -- How often it was sent.
  next_at timestamptz(3) not null,         -- Nobody sends it before: another process is sending it, or an attempt failed.
  -- An attempt has begun whose result is not known: the next one says that it may be a repetition.
  may_have_arrived boolean not null default false,
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  error text check (length(error) <= 40),  -- The code of the last failure, never the receiver's text.
  check (sent_at is null or failed_at is null)
);
-- What arrives while one is open becomes one message afterwards.
create unique index chat_messages_open on chat_messages (channel_id) where sent_at is null and failed_at is null;
create index chat_messages_of_channel on chat_messages (channel_id, created_at desc);
create index chat_messages_age on chat_messages (created_at);

-- A channel to which something is to be sent.
create table chat_turns (
  channel_id uuid primary key references chat_channels on delete cascade,
  due_at timestamptz default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb
);
create index chat_turns_due on chat_turns (due_at) where due_at is not null;

-- A channel's notification of an event.
create table chat_notifications (
  event_id uuid not null references notification_events on delete cascade,
  channel_id uuid not null references chat_channels on delete cascade,
  due_at timestamptz(3) not null,  -- The channel's quiet hours make it later than the event.
  message_id uuid references chat_messages on delete cascade,  -- The message that contained it.
  primary key (event_id, channel_id)
);
create index chat_notifications_due on chat_notifications (channel_id, due_at) where message_id is null;
create index chat_notifications_of_message on chat_notifications (message_id) where message_id is not null;

-- ======== Notes and queues ========

-- A person's note on a payment, a refund, an approval request or a bulk run (decision 0283).
create table notes (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('payment', 'refund', 'approval', 'bulk_run')),  -- What the note is about.
  subject_id text not null check (char_length(subject_id) between 1 and 255),
  -- The refund attempt on which it was written (decision 0283): the refund may have no id of the service yet. Null for any
  -- other note.
  refund_intent_id uuid,
  transaction_id text,    -- The payment that the note is about, if there is exactly one; its page shows the note.
  author_id uuid not null references people,
  text text check (char_length(text) between 1 and 2000),  -- Null when the note is deleted.
  version integer not null default 1 check (version > 0),  -- Counts the edits, so that an edit of older text is refused.
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  deleted_by uuid references people,
  check ((text is null) = (deleted_at is not null)),
  check ((deleted_at is null) = (deleted_by is null))
);
create index notes_subject on notes (subject_kind, subject_id, created_at);
create index notes_payment on notes (transaction_id, created_at) where transaction_id is not null;
create index notes_newest on notes (created_at desc, id desc);
create index notes_words on notes using gin (to_tsvector('simple', text));

-- The text of a note before an edit, deleted with the note.
create table note_versions (
  note_id uuid not null references notes on delete cascade,
  version integer not null,
  text text not null,
  replaced_at timestamptz(3) not null,
  primary key (note_id, version)
);

-- A person whom a note names.
create table note_mentions (
  note_id uuid not null references notes on delete cascade,
  person_id uuid not null references people,
  name text not null,  -- As the text contains it.
  primary key (note_id, person_id)
);
create index note_mentions_person on note_mentions (person_id, note_id);

-- What people decided about an item of a queue: who works on it, and its state (decision 0287). The item itself is read from
-- its own tables or from the service.
create table work_items (
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),  -- Which queue.
  service_address text not null,                 -- Empty for items of the dashboard itself.
  item_id text not null check (char_length(item_id) between 1 and 255),  -- What it is about.
  version integer not null check (version > 0),  -- Counts changes, so that one made from an older page is refused.
  assignee_id uuid references people,
  assigned_at timestamptz(3),
  state text not null check (state in ('open', 'waiting', 'done')),  -- What its assignee has said.
  reason text check (char_length(reason) between 1 and 200),  -- What it waits for, or why it is done.
  state_by uuid references people,
  state_at timestamptz(3),
  -- The condition in which the state was set: in another one the item is open again.
  mark text not null,
  returns_at timestamptz(3),                     -- When it is open again in any case; null: never.
  -- As it was at the last change, like the columns below, for lists that do not ask the service.
  team text not null,
  condition text not null,                       -- What needs attention.
  since timestamptz(3) not null,                 -- Since when.
  reference text not null,
  transaction_id text,
  amount_paise bigint check (amount_paise >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  ended_at timestamptz(3),                       -- When it was seen to need nobody any more; null while it is in a queue.
  outcome text,                                  -- Why.
  primary key (kind, service_address, item_id),
  check ((assignee_id is null) = (assigned_at is null)),
  check ((state = 'open') = (reason is null)),
  check ((amount_paise is null) = (currency is null)),
  check ((ended_at is null) = (outcome is null))
);
create index work_items_of_person on work_items (assignee_id, coalesce(ended_at, 'infinity') desc) where assignee_id is not null;
create index work_items_not_ended on work_items (kind, since) where ended_at is null;
create index work_items_ended on work_items (ended_at) where ended_at is not null;

-- A finding of the reconciliation as the service listed it last, for the queues (decisions 0287 and 0288). A job reads them
-- each minute.
create table finding_work (
  service_address text not null,
  finding_id text not null,
  version integer not null,     -- The service's version of the finding.
  is_certain boolean not null,  -- False: the difference may be one of timing.
  gateway text not null,        -- Which gateway disagrees.
  first_seen_at timestamptz(3) not null,
  reference text not null,
  transaction_id text not null,
  amount_paise bigint not null check (amount_paise >= 0),  -- The money at stake.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  -- `gone`: it agrees again, or is not known any more.
  state text not null check (state in ('open', 'repaired', 'settled', 'gone')),
  closed_at timestamptz(3),
  -- When the service was last asked about an open one that its list does not contain; they take turns.
  asked_at timestamptz(3),
  primary key (service_address, finding_id),
  check ((state = 'open') = (closed_at is null))
);
create index finding_work_open on finding_work (first_seen_at) where state = 'open';
create index finding_work_closed on finding_work (closed_at) where closed_at is not null;
create index finding_work_by_id on finding_work (finding_id);

-- The evidence with which two people settle a finding (decision 0288). The finding itself is the service's.
create table finding_settlements (
  id uuid primary key,
  service_address text not null,
  finding_id text not null,
  finding_version integer not null,  -- The version that the proposer has seen.
  evidence text not null check (length(evidence) between 1 and 2000),  -- The proposer's text.
  vendor_reference text not null check (length(vendor_reference) between 1 and 255),  -- Where the vendor's own records show it.
  proposed_by uuid not null references people,
  proposed_at timestamptz(3) not null,
  -- CONFIRMING: confirmed here; the service has not responded yet.
  state text not null check (state in ('PROPOSED', 'CONFIRMING', 'CONFIRMED', 'WITHDRAWN', 'REFUSED')),
  decided_by uuid references people,
  decided_at timestamptz(3),
  refusal text,                      -- Why the service refused it.
  asked_at timestamptz(3),           -- When the service was last asked about one that it has not answered; they take turns.
  check ((state = 'PROPOSED') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- Whatever the code does, nobody confirms their own.
  constraint finding_settlements_second_person check (state in ('PROPOSED', 'WITHDRAWN') or decided_by <> proposed_by)
);
create unique index finding_settlements_one_open on finding_settlements (service_address, finding_id)
  where state in ('PROPOSED', 'CONFIRMING');
create index finding_settlements_of_finding on finding_settlements (service_address, finding_id, proposed_at);
create index finding_settlements_by_proposer on finding_settlements (proposed_by);
create index finding_settlements_by_decider on finding_settlements (decided_by);

-- ======== Seen at the service ========

-- An address under which a service was used, and what it called this merchant there (decision 0355). Rows that name the service
-- by its address are moved to another one when it is the same service.
create table known_services (
  address text primary key,
  merchant_id text,                 -- Null: the service does not say, or has not been asked.
  used_at timestamptz(3) not null   -- When a process last began to use it.
);

-- A payment as this dashboard last saw it at a service without the ops extension, which finds payments by their reference alone
-- (decision 0329).
create table seen_payments (
  service_address text not null,
  transaction_id text not null,
  reference text not null,
  amount_paise bigint not null check (amount_paise >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('INITIATED', 'SUCCESS', 'FAILURE', 'DROP', 'CANCELLED')),  -- The payment's status then.
  gateway_transaction_id text,
  is_test boolean not null,
  created_at timestamptz(3) not null,  -- When the payment was created.
  seen_at timestamptz(3) not null,
  primary key (service_address, transaction_id)
);
create index seen_payments_of_reference on seen_payments (service_address, reference);
create index seen_payments_by_beginning on seen_payments (service_address, lower(reference collate "C"));
create index seen_payments_by_amount on seen_payments (service_address, amount_paise, created_at desc);
create index seen_payments_by_gateway on seen_payments (service_address, gateway_transaction_id)
  where gateway_transaction_id is not null;
create index seen_payments_age on seen_payments (seen_at);
create index seen_payments_by_time on seen_payments (service_address, created_at desc, transaction_id desc);

-- A contact with which a reference was created in this dashboard.
create table seen_contacts (
  service_address text not null,
  contact_hash bytea not null check (length(contact_hash) = 32),  -- A keyed hash; the contact is not stored.
  reference text not null,
  seen_at timestamptz(3) not null,
  primary key (service_address, contact_hash, reference)
);
create index seen_contacts_of_reference on seen_contacts (service_address, reference);
create index seen_contacts_age on seen_contacts (seen_at);

-- The page of a customer of whom only hashes are stored, for the session that opened it, for half an hour.
create table seen_customers (
  id uuid primary key,
  session_id uuid not null,
  transaction_id text not null,  -- The payment from which it was opened.
  reference text not null,
  expires_at timestamptz(3) not null
);
create index seen_customers_expiry on seen_customers (expires_at);

-- The contact of a customer whose payments a person has opened, for that session, for half an hour, so that no address contains
-- it (decision 0284).
create table customer_pages (
  id uuid primary key,
  session_id uuid not null,
  transaction_id text not null,  -- The payment from which it was opened.
  email text,
  phone text,
  expires_at timestamptz(3) not null,
  check (email is not null or phone is not null)
);
create index customer_pages_session on customer_pages (session_id);
create index customer_pages_expiry on customer_pages (expires_at);

-- A customer's contact that a person searches for, so that it stays out of addresses (decision 0110). It goes with the session
-- at the latest.
create table customer_searches (
  id uuid primary key,
  session_id uuid not null,
  field text not null check (field in ('email', 'phone')),  -- What is searched for.
  value text not null,  -- The contact.
  expires_at timestamptz(3) not null
);
create index customer_searches_session on customer_searches (session_id);
create index customer_searches_expiry on customer_searches (expires_at);

-- The one row that says when the merchant's accounts at vendors were last read (decision 0315).
create table gateway_account_watch (
  is_only boolean primary key default true check (is_only),
  turn bigint not null,  -- Counts the reads: of two processes one saves.
  at timestamptz(3) not null
);

-- An account at a vendor as it was last seen, to notice changes that were made without this dashboard.
create table seen_gateway_accounts (
  gateway text not null,
  account integer not null,            -- Its number at the vendor.
  created_at timestamptz(3) not null,  -- The number of a deleted account is given again.
  revision integer not null,           -- Names its credentials.
  is_in_use boolean not null,          -- Whether it takes new payments.
  since timestamptz(3),                -- Since when it has been in use or out of use; null where the service does not say.
  -- When its credentials were last changed: the revision also changes when it is taken out of use.
  changed_at timestamptz(3),
  primary key (gateway, account)
);

-- A request to put an account at a vendor in use, which a second person confirms (decision 0315). The credentials are at the
-- service alone, which has tried and saved the account without using it.
create table gateway_account_requests (
  id uuid primary key,
  service_address text not null,
  gateway text not null,
  account integer not null,   -- Its number at the vendor.
  revision integer not null,  -- Names the credentials.
  hint text not null,         -- What people tell the account by.
  is_live boolean not null,   -- False: the vendor's test mode.
  replaces integer,           -- The account that was in use; null for none of the merchant's own.
  requested_by uuid not null references people,
  requested_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- CONFIRMING: confirmed here; the service has not responded yet.
  state text not null check (state in ('WAITING', 'CONFIRMING', 'CONFIRMED', 'DECLINED', 'WITHDRAWN', 'REFUSED', 'EXPIRED')),
  decided_by uuid references people,
  decided_at timestamptz(3),
  check (state <> 'WAITING' or decided_by is null),
  check ((decided_by is null) = (decided_at is null)),
  -- Whatever the code does, nobody confirms their own.
  constraint gateway_account_requests_second_person check (state in ('WAITING', 'WITHDRAWN', 'EXPIRED')
    or decided_by is not null and decided_by <> requested_by)
);
create unique index gateway_account_requests_one_open on gateway_account_requests (service_address, gateway)
  where state in ('WAITING', 'CONFIRMING');
create index gateway_account_requests_by_requester on gateway_account_requests (requested_by);
create index gateway_account_requests_by_decider on gateway_account_requests (decided_by);

-- ======== After a restore ========

-- The one row that the restore of a backup writes: no refund is sent until it is released (decision 0237).
create table refund_hold (
  only_row boolean primary key default true check (only_row),
  backup_made_at timestamptz(3) not null,
  restored_at timestamptz(3) not null,
  runs_paused_at timestamptz(3),      -- When bulk runs that were under way in the backup were paused.
  released_at timestamptz(3),         -- Null while refunds are held.
  release_audited_at timestamptz(3)   -- When the release was written to the audit log.
);

-- ======== Views ========

-- The status of a row of a bulk run is that of its refund from the moment when that is stored. It is read, and not copied: what is
-- read cannot be behind, whoever changes the refund. A refund that was certainly not sent leaves the row to whoever sends it, to
-- try again; after an unknown outcome nobody does.
create view current_bulk_rows as
  select r.id, r.run_id, r.position, r.line, r.reference, r.transaction_id, r.amount_text, r.amount_paise, r.currency, r.is_test,
    r.left_paise, r.reason, r.reason_code, r.fingerprint,
    case
      when i.id is null then r.state
      when i.state = 'ACCEPTED' then case
        when i.refund_status = 'SUCCESS' or i.late_success_seen_at is not null then 'done'
        when i.refund_status = 'FAILURE' then 'failed'
        else 'accepted' end
      when i.state = 'REFUSED' then 'refused'
      when i.state = 'UNKNOWN' then 'unknown'
      when i.state in ('RECORDED', 'SENDING') then 'sending'
      when i.was_unknown or r.state = 'unknown' then 'not_sent'
      else r.state
    end as state,
    r.faults, coalesce(i.message, r.message) as message, r.found, r.put_back_times, r.not_before, r.claimed_at, r.claimed_until,
    r.claimed_times, r.outcome_open, r.confirmed_by, r.confirmed_at, i.refund_id, i.refund_status,
    r.outside_paise, r.outside_reported_at, r.is_refunded, r.money_alert, r.accepts_request, r.request_steps
  from bulk_rows r
  left join refund_intents i
    on i.id = r.id and i.transaction_id = r.transaction_id and i.amount_paise = r.amount_paise;

-- The states of rows, to count and sum them: those of current_bulk_rows. The refund is read only where the row can have one that is
-- not paid yet. Rows of cancels and look-ups have none: a balance is stored with each row of refunds before it is ready, and with
-- no other row.
create view bulk_row_states as
  select id, run_id, case when is_refunded then 'done' else state end as state, currency, amount_paise, is_test
  from bulk_rows where is_refunded or claimed_times = 0 or left_paise is null
  union all
  select id, run_id, state, currency, amount_paise, is_test
  from current_bulk_rows where not is_refunded and claimed_times > 0 and left_paise is not null;

-- All that is held of payments: what was or may be refunded, what awaits approval, what approved runs are still to send, what was
-- returned without a gateway, and what undecided requests reserve, where an admin has turned that on. Whoever sums a part of it
-- reads it here. `id` is that of the refund, approval, row, manual refund or request. The conditions in a case only check a row that
-- was found by its payment (decision 0181).
create view held_amounts as
  select 'refund'::text as kind, i.id, i.transaction_id, i.amount_paise, i.requested_by as person_id, null::uuid as run_id,
    i.requested_at as at, i.approval_id
  from refund_intents i
  where case when i.state in ('RECORDED', 'SENDING', 'UNKNOWN') or (i.state = 'ACCEPTED'
    and (i.refund_status is distinct from 'FAILURE' or i.late_success_seen_at is not null)) then true else false end
  union all
  select 'approval', a.id, v.transaction_id, v.amount_paise, a.requested_by, a.run_id, a.requested_at, a.id
  from approval_reservations v join approval_requests a on a.id = v.approval_id
  where case when a.state = 'WAITING' then true else false end
  union all
  select 'row', r.id, r.transaction_id, r.amount_paise, b.acting_id, b.id, b.started_at, null
  from bulk_rows r join bulk_runs b on b.id = r.run_id
  where r.state = 'ready' and b.kind = 'refund' and b.state in ('awaiting_approval', 'running', 'paused')
    and coalesce((select true from approval_requests a where a.run_id = b.id and a.state = 'APPROVED' limit 1), false)
  union all
  -- A row that is about to be sent, until its refund holds the amount.
  select 'row', r.id, r.transaction_id, r.amount_paise, b.acting_id, b.id, b.started_at, null
  from bulk_rows r join bulk_runs b on b.id = r.run_id
  where r.state = 'sending' and b.kind = 'refund'
    and coalesce((select true from approval_requests a where a.run_id = b.id and a.state = 'APPROVED' limit 1), false)
    and not exists (select from refund_intents i where i.id = r.id and case when i.state <> 'NOT_SENT' then true else false end)
  union all
  select 'manual', m.id, m.transaction_id, m.amount_paise, m.recorded_by, null, m.recorded_at, null
  from manual_refunds m where m.state in ('WAITING', 'CONFIRMED')
  union all
  select 'request', q.id, q.transaction_id, q.amount_paise, q.requested_by, null, q.requested_at, null
  from refund_requests q
  where q.state in ('OPEN', 'QUESTION') and q.requested_at > now() - interval '30 days'
    and exists (select from refund_settings where do_requests_reserve);

-- ======== Workers ========

-- Work that recurs by the clock (decision 0399).
create table schedules (
  task text primary key,
  due_at timestamptz not null default now(),
  taken_by text,
  taken_until timestamptz,
  origin jsonb  -- Always null: it belongs to no request.
);

-- A process that has the jobs, for those who ask whether any does. Only the table of the first schema is used.
create table workers (
  id text primary key,  -- Another one at each start.
  seen_at timestamptz not null
);

-- ======== Functions and triggers ========

-- The text that is hashed: a JSON array of texts, built again by server/dashboard/audit/chain.ts.
create function audit_text(entry audit_log) returns text language sql stable as $$
  select json_build_array(
    entry.position::text,
    to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    entry.actor_id::text,
    entry.actor_email,
    entry.action,
    entry.subject_kind,
    entry.subject_id,
    entry.detail::text,
    entry.request_id
  )::text
$$;

-- Locking the head puts rows into the order in which their transactions commit.
create function chain_audit_row() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  select * into strict head from audit_head for update;
  new.position := head.position + 1;
  new.hash := sha256(head.hash || convert_to(audit_text(new), 'UTF8'));
  update audit_head set position = new.position, hash = new.hash;
  return new;
end
$$;
create trigger audit_log_chain before insert on audit_log
  for each row execute function chain_audit_row();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Who changes a role or a password, or deactivates a person, by whatever means, ends the sessions in the same transaction
-- (failure 35).
create function end_sessions_of_person() returns trigger language plpgsql as $$
begin
  if new.role is distinct from old.role
    or new.password_hash is distinct from old.password_hash
    or new.deactivated_at is distinct from old.deactivated_at
  then
    delete from sessions where person_id = new.id;
    delete from sign_in_challenges where person_id = new.id;
  end if;
  return new;
end
$$;
create trigger people_end_sessions after update on people
  for each row execute function end_sessions_of_person();

-- Somebody who can manage people remains: an admin, or a person with a composed role that has the permission. It is checked
-- whenever a person, or what a role may do, has changed; one change after the other. A person who is deactivated in the
-- installation is so in every account, also as the last admin of one.
create function keep_an_admin() returns trigger language plpgsql as $$
begin
  if current_setting('paydeck.copying', true) = 'yes' then return null; end if;
  if tg_table_name = 'roles' then
    if 'manage_people' = any (new.permissions) or not 'manage_people' = any (old.permissions) then return null; end if;
  elsif old.role in ('support', 'ops', 'finance') or old.activated_at is null or old.deactivated_at is not null then
    return null;
  end if;
  -- Before anything is read of composed roles: a person and their role can change at the same time.
  perform pg_advisory_xact_lock(hashtextextended('people: an admin remains', 0));
  if tg_table_name = 'roles' then
    if not exists (
      select 1 from people where composed_role_id = old.id and activated_at is not null and deactivated_at is null
    ) then
      return null;
    end if;
  elsif old.role <> 'admin' and not exists (
    select 1 from roles where id = old.composed_role_id and 'manage_people' = any (permissions)
  ) then
    return null;
  end if;
  if not exists (
    select 1 from people p left join roles r on r.id = p.composed_role_id
    where (p.role = 'admin' or 'manage_people' = any (r.permissions)) and p.activated_at is not null and p.deactivated_at is null
  ) then
    raise exception 'a person who can manage people must remain'
      using errcode = 'check_violation', constraint = 'people_an_admin_remains';
  end if;
  return null;
end
$$;
create trigger people_keep_an_admin after update of role, activated_at, deactivated_at or delete on people
  for each row execute function keep_an_admin();
create trigger roles_keep_an_admin after update of permissions on roles for each row execute function keep_an_admin();

-- Who gets a role in the first account is no longer a person of other accounts alone.
create function end_only_elsewhere() returns trigger language plpgsql as $$
begin
  if new.deactivated_at is null then new.only_elsewhere := false; end if;
  return new;
end
$$;
create trigger people_end_only_elsewhere before insert or update of deactivated_at, only_elsewhere on people
  for each row execute function end_only_elsewhere();

-- A changed refund takes its day's sums away. The lock is shared among all who change refunds, and kept from whoever sums until
-- they have committed: a sum has either seen the change, or is there for the change to take away.
create function take_refund_sums_away() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('refund-sums', 0));
  if tg_op <> 'INSERT' then
    delete from refund_days_summed where day = (old.requested_at at time zone 'UTC')::date;
  end if;
  if tg_op <> 'DELETE' then
    delete from refund_days_summed where day = (new.requested_at at time zone 'UTC')::date;
  end if;
  return null;
end $$;
create trigger refund_came_or_went after insert or delete on refund_intents for each row
  execute function take_refund_sums_away();
create trigger refund_changed after update on refund_intents for each row
  when ((old.requested_at, old.state, old.refund_status, old.currency, old.amount_paise, old.late_success_seen_at) is distinct from
        (new.requested_at, new.state, new.refund_status, new.currency, new.amount_paise, new.late_success_seen_at))
  execute function take_refund_sums_away();

create function forget_refund_sums() returns trigger language plpgsql as $$
begin
  delete from refund_days_summed;
  return null;
end $$;
create trigger refunds_emptied after truncate on refund_intents for each statement execute function forget_refund_sums();

-- The role that the dashboard works as may add to the audit log and nothing else (decision 0146), so the chain's head is moved with
-- the rights of its owner. Temporary tables come last in the search path, or anybody's could stand in for the head; and only the
-- triggers may call these functions. The version before, while this one starts, changes refunds as a role that may know nothing of
-- the sums.
do $$
declare
  name text;
begin
  foreach name in array array['chain_audit_row', 'take_refund_sums_away', 'forget_refund_sums'] loop
    execute format('alter function %I() security definer set search_path = %I, pg_temp', name, current_schema());
    execute format('revoke execute on function %I() from public', name);
  end loop;
end
$$;

-- ======== First rows ========

insert into schedules (task) values ('watch-events'), ('sum-refunds'), ('clean-up');
insert into audit_head (position, hash) values (0, '\x0000000000000000000000000000000000000000000000000000000000000000');
insert into accounts (id, slug, name, colour) values (1, 'main', 'Main account', 'gray');
insert into refund_reasons (code, name, name_hi, needs_text, position) values
  ('customer_request', 'Requested by the customer', 'ग्राहक ने माँगा', false, 1),
  ('duplicate_payment', 'Duplicate payment', 'दो बार भुगतान हुआ', false, 2),
  ('order_cancelled', 'Order cancelled', 'ऑर्डर रद्द हुआ', false, 3),
  ('goods_returned', 'Goods returned', 'सामान लौटाया गया', false, 4),
  ('wrong_amount', 'Wrong amount charged', 'ग़लत राशि ली गई', false, 5),
  ('suspected_fraud', 'Suspected fraud', 'धोखाधड़ी का संदेह', false, 6),
  ('other', 'Other', 'अन्य', true, 7);

-- ======== What the first schema has for all accounts ========

do $first_schema$
begin
  if current_schema() ~ '^account_[0-9]+$' then return; end if;

  -- A sign-in. Its id travels in the signed cookie and nowhere else.
  create table sessions (
    id uuid primary key,
    person_id uuid not null references people on delete cascade,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    last_used_at timestamptz(3),
    device text,        -- The kind of browser, "Chrome / Windows".
    opened_by text not null default 'password' check (opened_by in ('password', 'second_factor', 'recovery_code', 'provider')),
    device_hash bytea   -- The device to forget when the person ends the session; null: opened without a cookie.
  );
  create index sessions_person on sessions (person_id, expires_at);
  alter table customer_searches add foreign key (session_id) references sessions on delete cascade;
  alter table customer_pages add foreign key (session_id) references sessions on delete cascade;

  -- A browser that a person has signed in with, by its device cookie. A sign-in with another one is reported (decision 0325).
  create table person_devices (
    person_id uuid not null references people on delete cascade,
    token_hash bytea not null check (octet_length(token_hash) = 32),
    first_used_at timestamptz(3) not null,
    last_used_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,  -- A sign-in after it is one from a new device.
    primary key (person_id, token_hash)
  );

  -- A start that is under way when the account is closed reads it, or is seen by the closing.
  create view own_account as select closed_at from accounts where id = 1;

  -- The people of an account are copies of the installation's. Only who cannot sign in at all is deactivated in every account.
  -- Deactivated everywhere at one moment, and then activated again: only where it was of that moment, not where the person was
  -- removed from the account. A schema that is being made, or was left half made, has no row in accounts.
  create function copy_person_to_accounts() returns trigger language plpgsql as $$
  declare
    account text;
    ended_before timestamptz := case when old.only_elsewhere then null else old.deactivated_at end;
    ended timestamptz := case when new.only_elsewhere then null else new.deactivated_at end;
  begin
    for account in select 'account_' || id from accounts where id > 1 loop
      perform set_config('search_path', account, true);
      perform set_config('paydeck.copying', 'yes', true);
      update people set name = new.name, email = new.email, activated_at = coalesce(new.activated_at, activated_at),
        deactivated_at = case when deactivated_at is null or deactivated_at = ended_before
          then ended else deactivated_at end
      where id = new.id;
      perform set_config('paydeck.copying', '', true);
    end loop;
    return null;
  end
  $$;
  create trigger people_copy_to_accounts
    after update of name, email, activated_at, deactivated_at, only_elsewhere on people
    for each row when ((new.name, new.email, new.activated_at, new.deactivated_at, new.only_elsewhere)
      is distinct from (old.name, old.email, old.activated_at, old.deactivated_at, old.only_elsewhere))
    execute function copy_person_to_accounts();

  -- A restore holds the refunds of every account (decisions 0237 and 0300). Each account has a row of its own, because each pauses
  -- its own runs and writes to its own audit log; it follows what a restore and a release write to the first schema's row.
  create function copy_refund_hold_to_accounts() returns trigger language plpgsql as $$
  declare
    account text;
  begin
    for account in select 'account_' || id from accounts where id > 1 loop
      perform set_config('search_path', account, true);
      if new.runs_paused_at is null then
        insert into refund_hold (backup_made_at, restored_at, released_at)
        values (new.backup_made_at, new.restored_at, new.released_at)
        on conflict (only_row) do update set backup_made_at = excluded.backup_made_at, restored_at = excluded.restored_at,
          runs_paused_at = null, released_at = excluded.released_at, release_audited_at = null;
      else
        update refund_hold set released_at = new.released_at where released_at is distinct from new.released_at;
      end if;
    end loop;
    return null;
  end
  $$;
  create trigger refund_hold_copy_to_accounts after insert or update on refund_hold
    for each row execute function copy_refund_hold_to_accounts();

  execute format('alter function copy_person_to_accounts() set search_path = %I, pg_temp', current_schema());
  execute format('alter function copy_refund_hold_to_accounts() set search_path = %I, pg_temp', current_schema());
end
$first_schema$;

-- ======== What a further account has in place of that ========

-- A person has one session and one device for all accounts. Joined with the account's people, a session is valid while the person
-- belongs to the account, and has the role of the account.
do $$
declare
  home text;
begin
  if current_schema() !~ '^account_[0-9]+$' then return; end if;
  select pronamespace::regnamespace::text into strict home from pg_proc where proname = 'copy_person_to_accounts';
  execute format('create view sessions as select * from %s.sessions', home);
  execute format('create view person_devices as select * from %s.person_devices', home);
  execute format('create view own_account as select closed_at from %s.accounts where id = %s', home,
    substring(current_schema() from 9));
end
$$;
