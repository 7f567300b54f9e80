/**
 * Rows in every state that a version of the tables allows, as SQL for a session with `pg_temp.id(text)`: a UUID for a
 * name. Rows of version `since` can be written in all later ones too. `v` is the version, so that each has separate
 * rows.
 */
export const ROWS: readonly { since: number; until?: number; sql: (v: number) => string }[] = [
  { since: 1, sql: people },
  { since: 1, sql: refunds },
  { since: 1, sql: cancellations },
  { since: 1, sql: auditRows },
  { since: 3, sql: views },
  { since: 4, sql: trackedRefunds },
  { since: 5, sql: settledRefunds },
  { since: 6, sql: approvals },
  { since: 7, sql: bulkRuns },
  { since: 8, sql: linksAndFactors },
  { since: 9, sql: verifications },
  { since: 61, until: 70, sql: rolesBeforeViewGateways },
];

const AT = "timestamptz '2026-01-01 10:00:00.123Z'";

function people(v: number): string {
  return ["support", "ops", "finance", "admin"]
    .map(
      (role) => `
    insert into people (id, email, name, role, password_hash, created_at, deactivated_at) values
      (pg_temp.id('${role} ${v}'), '${role}-${v}@example.com', 'Name', '${role}', 'hash', ${AT}, null),
      (pg_temp.id('gone ${role} ${v}'), 'gone-${role}-${v}@example.com', 'Name', '${role}', 'hash', ${AT}, ${AT});
    insert into sessions (id, person_id, created_at, expires_at) values
      (pg_temp.id('session ${role} ${v}'), pg_temp.id('${role} ${v}'), ${AT}, ${AT} + interval '8 hours');
    insert into sign_in_failures (email, failures, last_failed_at, locked_until) values
      ('${role}-${v}@example.com', 11, ${AT}, ${AT} + interval '5 minutes');`,
    )
    .join("");
}

/** States of an intent, with the columns that each needs. */
const INTENTS: readonly { name: string; columns: Record<string, string> }[] = [
  { name: "recorded", columns: { state: "'RECORDED'" } },
  { name: "sending", columns: { state: "'SENDING'", sent_at: AT } },
  { name: "unknown", columns: { state: "'UNKNOWN'", sent_at: AT, trouble: "'unavailable'" } },
  { name: "refused", columns: { state: "'REFUSED'", sent_at: AT, answered_at: AT, message: "'No'" } },
  {
    name: "not-sent",
    columns: { state: "'NOT_SENT'", answered_at: AT, trouble: "'busy'", retry_after_seconds: "3" },
  },
  ...["INITIATED", "PROCESSING", "SUCCESS", "FAILURE"].map((status) => ({
    name: `accepted-${status.toLowerCase()}`,
    columns: {
      state: "'ACCEPTED'",
      sent_at: AT,
      answered_at: AT,
      refund_status: `'${status}'`,
      gateway_refund_id: "'simrfd_1'",
      told_remaining_paise: "5",
      ...(status === "SUCCESS" || status === "FAILURE" ? { completed_at: AT } : {}),
    },
  })),
];
export const INTENT_NAMES = INTENTS.map(({ name }) => name);

function refunds(v: number): string {
  return INTENTS.map(({ name, columns }) => {
    const refundId = columns.state === "'ACCEPTED'" ? { refund_id: `'RFD-${name}-${v}'` } : {};
    const all = { ...columns, ...refundId };
    const payment = `TXN-${name}-${v}`;
    return `
    insert into refund_ledgers (transaction_id, told_remaining_paise, told_at) values ('${payment}', 100, ${AT});
    insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, reason,
      requested_by, requested_at, ${Object.keys(all).join(", ")})
    values (pg_temp.id('${name} ${v}'), '${payment}', 'ORD-${name}-${v}', 'http://service.test', 12345, 'INR', null,
      pg_temp.id('finance ${v}'), ${AT}, ${Object.values(all).join(", ")});`;
  }).join("");
}

function cancellations(v: number): string {
  return ["requested", "cancelled", "refused", "unknown", "not_sent"]
    .map(
      (state) => `
    insert into cancellations (id, transaction_id, reference, requested_by, requested_at, state, answered_at, message)
    values (pg_temp.id('cancellation ${state} ${v}'), 'TXN-${v}', 'ORD-${v}', pg_temp.id('ops ${v}'), ${AT}, '${state}',
      ${state === "requested" ? "null" : AT}, null);`,
    )
    .join("");
}

function auditRows(v: number): string {
  return `
    insert into audit_log (at, actor_id, actor_email, action, subject_kind, subject_id, detail, request_id) values
      (${AT}, pg_temp.id('finance ${v}'), 'finance-${v}@example.com', 'refund_accepted', 'payment', 'TXN-${v}',
        '{"b": "ü \\" \\\\ 日本", "a": "1.00"}', 'request-${v}'),
      (${AT}, null, 'system', 'signed_in', 'person', 'x', '{}', null);`;
}

function views(v: number): string {
  return `
    insert into saved_views (id, person_id, screen, name, query, created_at)
    values (pg_temp.id('view ${v}'), pg_temp.id('support ${v}'), 'payments', 'Mine', 'status=SUCCESS', ${AT});
    insert into customer_searches (id, session_id, field, value, expires_at)
    values (pg_temp.id('search ${v}'), pg_temp.id('session support ${v}'), 'email', 'a@example.com', ${AT});`;
}

function trackedRefunds(v: number): string {
  return ["INITIATED", "PROCESSING", "SUCCESS", "FAILURE"]
    .map((status) => {
      const hasEnded = status === "SUCCESS" || status === "FAILURE";
      return `
    insert into tracked_refunds (service_address, refund_id, transaction_id, reference, amount_paise, currency, status,
      requested_at, completed_at, is_made_here, checked_at, asked_at, next_check_at)
    values ('http://service.test', 'RFD-elsewhere-${status}-${v}', 'TXN-${v}', 'ORD-${v}', 700, null, '${status}', ${AT},
      ${hasEnded ? AT : "null"}, false, ${AT}, ${AT}, ${hasEnded ? "null" : AT});`;
    })
    .join("");
}

function settledRefunds(v: number): string {
  return `
    insert into refund_resolutions (intent_id, tries, looked_at, look_means, look_finding)
    values (pg_temp.id('unknown ${v}'), 2, ${AT}, 'search', 'unclear');
    insert into refund_settlements (intent_id, verdict, reason, settled_by, settled_at)
    values (pg_temp.id('not-sent ${v}'), 'not_sent', 'Bank says so', pg_temp.id('admin ${v}'), ${AT});`;
}

export const APPROVAL_STATES = [
  "WAITING",
  "APPROVED",
  "DECLINED",
  "WITHDRAWN",
  "EXPIRED",
  "REFUSED",
] as const;

function approvals(v: number): string {
  const rule = `
    insert into approval_rules (role, currency, threshold_paise, lifetime_minutes, changed_by, changed_at)
    values ('finance', 'INR', 1000, 60, pg_temp.id('admin ${v}'), ${AT}) on conflict do nothing;`;
  return (
    rule +
    APPROVAL_STATES.map((state) => {
      const decider = { WAITING: null, EXPIRED: null, WITHDRAWN: "finance" }[state as string];
      const by = decider === undefined ? "admin" : decider;
      const payment = `TXN-approval-${state}-${v}`;
      const name = `approval ${state} ${v}`;
      return `
    insert into refund_ledgers (transaction_id) values ('${payment}');
    insert into approval_requests (id, kind, service_address, transaction_id, reference, reason, row_count, requested_by,
      requested_role, requested_at, expires_at, state, decided_by, decided_at, note, obstacle)
    values (pg_temp.id('${name}'), 'refund', 'http://service.test', '${payment}', 'ORD-${v}', 'torn', 1,
      pg_temp.id('finance ${v}'), 'finance', ${AT}, ${AT} + interval '1 hour', '${state}',
      ${by === null ? "null" : `pg_temp.id('${by} ${v}')`}, ${state === "WAITING" ? "null" : AT}, 'A note',
      ${state === "REFUSED" ? "'exceeds_balance'" : "null"});
    insert into approval_totals (approval_id, currency, amount_paise, threshold_paise)
    values (pg_temp.id('${name}'), 'INR', 2000, 1000);
    insert into approval_reservations (approval_id, transaction_id, amount_paise)
    values (pg_temp.id('${name}'), '${payment}', 2000);`;
    }).join("")
  );
}

export const RUN_STATES = [
  "checking",
  "checked",
  "awaiting_approval",
  "running",
  "paused",
  "stopped",
  "ended",
  "discarded",
] as const;
export const ROW_STATES = [
  "unchecked",
  "problem",
  "ready",
  "sending",
  "done",
  "refused",
  "unknown",
  "not_sent",
  "skipped",
] as const;

function bulkRuns(v: number): string {
  return RUN_STATES.map((state) => {
    const hasEnded = ["stopped", "ended", "discarded"].includes(state);
    const isBegun = ["running", "paused", "ended"].includes(state);
    const rows = ROW_STATES.map(
      (row, index) => `
    insert into bulk_rows (id, run_id, position, line, reference, transaction_id, amount_paise, currency, fingerprint,
      state, claimed_at)
    values (pg_temp.id('row ${row} of ${state} ${v}'), pg_temp.id('run ${state} ${v}'), ${index + 1}, ${index + 2},
      'ORD-${v}', 'TXN-row-${state}-${v}', 100, 'INR', 'f', '${row}', ${row === "sending" ? AT : "null"});`,
    ).join("");
    return `
    insert into bulk_runs (id, kind, service_address, file_name, content_hash, row_count, created_by, created_at, state,
      acting_id, started_at, ended_at, pause_cause)
    values (pg_temp.id('run ${state} ${v}'), 'refund', 'http://service.test', 'returns.csv', 'hash ${v}',
      ${ROW_STATES.length}, pg_temp.id('finance ${v}'), ${AT}, '${state}', pg_temp.id('finance ${v}'),
      ${isBegun ? AT : "null"}, ${hasEnded ? AT : "null"}, ${state === "paused" ? "'person'" : "null"});
    ${rows}`;
  }).join("");
}

function linksAndFactors(v: number): string {
  return `
    insert into person_links (id, person_id, token_hash, created_at, created_by, expires_at) values
      (pg_temp.id('link ${v}'), pg_temp.id('support ${v}'), sha256('link ${v}'), ${AT}, pg_temp.id('admin ${v}'), ${AT});
    insert into second_factors (person_id, sealed_secret, created_at, confirmed_at) values
      (pg_temp.id('admin ${v}'), 'sealed', ${AT}, ${AT}), (pg_temp.id('ops ${v}'), 'sealed', ${AT}, null);
    insert into recovery_codes (person_id, code_hash, used_at) values
      (pg_temp.id('admin ${v}'), sha256('code ${v}'), ${AT}), (pg_temp.id('admin ${v}'), sha256('other ${v}'), null);
    insert into sign_in_challenges (token_hash, person_id, created_at, expires_at)
    values (sha256('challenge ${v}'), pg_temp.id('admin ${v}'), ${AT}, ${AT});`;
}

function verifications(v: number): string {
  return ["whole", "altered", "missing", "wrong_end", null]
    .map(
      (verdict) => `
    insert into audit_verifications (id, requested_by, requested_at, finished_at, verdict)
    values (pg_temp.id('verification ${String(verdict)} ${v}'), pg_temp.id('admin ${v}'), ${AT},
      ${verdict === null ? "null, null" : `${AT}, '${verdict}'`});`,
    )
    .join("");
}

const OPS = [
  ...["view_payments", "view_refunds", "view_overview", "reveal_contact", "save_view", "write_note"],
  ...["cancel_payment", "create_payment", "run_bulk", "view_reconciliation"],
];
const FINANCE = [
  ...OPS,
  ...["export_records", "refund_payment", "approve_refund", "settle_refund", "record_manual_refund"],
  "repair_reconciliation",
];
/** Of the versions without `view_gateways`, which operations and finance have since. */
export const ROLES_BEFORE_VIEW_GATEWAYS = {
  "lead of operations": [...OPS, "request_refund", "manage_people"],
  "lead of finance": [...FINANCE, "manage_people"],
  "manager of gateways": ["manage_gateways"],
  "manager of people": ["view_payments", "manage_people"],
  operator: [...OPS, "request_refund"],
};

function rolesBeforeViewGateways(v: number): string {
  return Object.entries(ROLES_BEFORE_VIEW_GATEWAYS)
    .map(
      ([name, permissions]) => `
    insert into roles (id, name, permissions, created_by, created_at, changed_at) values
      (pg_temp.id('${name} ${v}'), '${name} ${v}', '{${permissions.join(",")}}', pg_temp.id('admin ${v}'), ${AT}, ${AT});`,
    )
    .join("");
}
