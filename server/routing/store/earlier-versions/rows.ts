/**
 * SQL for rows in every state that a version of the tables allows. `v` is the version, so that each version has a
 * separate merchant with its rows. A row is inserted at every version from `since` up to `until`, if set.
 */
export const ROWS: readonly { since: number; until?: number; sql: (v: number) => string }[] = [
  { since: 1, sql: merchants },
  { since: 1, until: 3, sql: keysWithoutNames },
  { since: 1, until: 1, sql: rules },
  { since: 1, sql: payments },
  { since: 1, sql: refunds },
  { since: 1, sql: reversals },
  { since: 1, sql: idempotencyKeys },
  { since: 2, sql: ruleVersionsAndHealth },
  { since: 3, sql: webhooks },
  { since: 4, sql: keys },
  { since: 5, sql: polledPayments },
  { since: 9, sql: signatures },
];

const AT = "timestamptz '2026-01-01 10:00:00.123Z'";
const merchant = (v: number): string => `(select id from merchants where name = 'Merchant ${v}')`;

export const PAYMENT_STATUSES = ["INITIATED", "SUCCESS", "FAILURE", "DROP", "CANCELLED"] as const;
export const MONEY_BACK_STATUSES = ["INITIATED", "PROCESSING", "SUCCESS", "FAILURE"] as const;
export const DELIVERY_STATUSES = ["WAITING", "DELIVERED", "FAILED", "SET_ASIDE"] as const;

const hasEnded = (status: string): boolean => status === "SUCCESS" || status === "FAILURE";

function merchants(v: number): string {
  return `insert into merchants (name) values ('Merchant ${v}');`;
}

function keysWithoutNames(v: number): string {
  return `
    insert into api_keys (api_key, merchant_id, sealed_salt, expires_at) values
      ('key-${v}', ${merchant(v)}, '\\x00', null), ('old-key-${v}', ${merchant(v)}, '\\x00', ${AT});`;
}

function keys(v: number): string {
  return `
    insert into api_keys (api_key, merchant_id, sealed_salt, id, label, created_by, revoked_at, rate_per_second) values
      ('key-${v}', ${merchant(v)}, '\\x00', 'k_1', 'First key', 'a person', null, 5),
      ('old-key-${v}', ${merchant(v)}, '\\x00', 'k_2', 'Old key', 'key-${v}', ${AT}, null);`;
}

function rules(v: number): string {
  return `
    insert into routing_rules (merchant_id, id, name, priority, conditions, gateways)
    values (${merchant(v)}, 1, 'All', 10, '[{"field": "amount", "min": "10.00", "max": null}]', '{simulator}');`;
}

function payment(v: number, name: string, columns: Record<string, string>): string {
  const all: Record<string, string> = {
    merchant_id: merchant(v),
    id: `'TXN-${name}-${v}'`,
    merchant_transaction_id: `'ORD-${name}-${v}'`,
    attempt: "1",
    amount_paise: "50000",
    currency: "'INR'",
    checkout_token: `'token-${name}-${v}'`,
    customer_email: "'customer@example.com'",
    routing_decision: "'{}'",
    created_at: AT,
    expires_at: `${AT} + interval '30 minutes'`,
    ...columns,
  };
  return `
    insert into payments (${Object.keys(all).join(", ")}) values (${Object.values(all).join(", ")});
    insert into payment_events (merchant_id, payment_id, kind, at) values (${merchant(v)}, 'TXN-${name}-${v}', 'created', ${AT});`;
}

function payments(v: number): string {
  return PAYMENT_STATUSES.map((status) =>
    payment(v, status, {
      status: `'${status}'`,
      completed_at: status === "INITIATED" ? "null" : AT,
      ...(status === "SUCCESS" ? { gateway: "'simulator'", gateway_transaction_id: `'simpay_${v}'` } : {}),
    }),
  )
    .concat(
      payment(v, "at-gateway", {
        status: "'INITIATED'",
        gateway: "'simulator'",
        gateway_checkout_id: "'simco_1'",
      }),
    )
    .join("");
}

function polledPayments(v: number): string {
  return payment(v, "polled", {
    status: "'DROP'",
    completed_at: AT,
    watched_until: `now() + interval '1 day'`,
  });
}

function refunds(v: number): string {
  return MONEY_BACK_STATUSES.map(
    (status) => `
    insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
      gateway_refund_id, requested_at, completed_at)
    values (${merchant(v)}, 'RFD-${status}-${v}', 'TXN-SUCCESS-${v}', 'ORD-SUCCESS-${v}', 1234, 'INR', '${status}', 'simulator',
      ${status === "INITIATED" ? "null" : `'simrfd_${status}_${v}'`}, ${AT}, ${hasEnded(status) ? "now()" : "null"});`,
  ).join("");
}

function reversals(v: number): string {
  return MONEY_BACK_STATUSES.map(
    (status) => `
    insert into reversals (merchant_id, payment_id, gateway_transaction_id, gateway, amount_paise, currency, status,
      gateway_refund_id, requested_at, completed_at)
    values (${merchant(v)}, 'TXN-CANCELLED-${v}', 'simpay_${status}_${v}', 'simulator', 50000, 'INR', '${status}',
      ${status === "INITIATED" ? "null" : `'simrev_${status}_${v}'`}, ${AT}, ${hasEnded(status) ? "now()" : "null"});`,
  ).join("");
}

function idempotencyKeys(v: number): string {
  return `
    insert into idempotency_keys (merchant_id, endpoint, key, body_sha256, lease, leased_until, answer_status, answer_body,
      created_at)
    values (${merchant(v)}, 'refund_initiate', 'answered', '\\x00', gen_random_uuid(), ${AT}, 201, '{}', ${AT}),
      (${merchant(v)}, 'refund_initiate', 'open', '\\x00', gen_random_uuid(), ${AT}, null, null, ${AT});`;
}

function ruleVersionsAndHealth(v: number): string {
  return `
    insert into routing_rule_sets (merchant_id, version, rules, author, created_at) values
      (${merchant(v)}, 1, '[]', 'a person', ${AT}), (${merchant(v)}, 2, '[]', 'a person', ${AT});
    insert into gateway_health (gateway, state, openings, opened_at, next_trial_at, trial_until) values
      ('closed-${v}', 'closed', null, null, null, null), ('open-${v}', 'open', 1, ${AT}, ${AT}, null),
      ('half-open-${v}', 'half_open', 2, ${AT}, null, ${AT});`;
}

function webhooks(v: number): string {
  const deliveries = DELIVERY_STATUSES.map(
    (status) => `
    insert into webhook_deliveries (merchant_id, id, endpoint_id, event, payment_id, occurred_at, body, status,
      next_attempt_at, completed_at)
    values (${merchant(v)}, 'msg-${status}-${v}', 'whe-${v}', 'payment.succeeded', 'TXN-SUCCESS-${v}', ${AT}, '{}', '${status}',
      ${AT}, ${status === "WAITING" ? "null" : AT});
    insert into webhook_attempts (merchant_id, delivery_id, number, url, started_at, duration_ms, request_headers, response_status)
    values (${merchant(v)}, 'msg-${status}-${v}', 1, 'https://shop.example/hook', ${AT}, 5, '{}', 200);`,
  ).join("");
  return `
    insert into webhook_endpoints (merchant_id, id, url, description, events, enabled, disabled_reason, disabled_at,
      sealed_secret, created_at)
    values (${merchant(v)}, 'whe-${v}', 'https://shop.example/hook', '', '{payment.succeeded}', true, null, null, '\\x00', ${AT}),
      (${merchant(v)}, 'whe-off-${v}', 'https://shop.example/hook', '', '{payment.succeeded}', false, 'GONE', ${AT}, '\\x00', ${AT});
    ${deliveries}`;
}

function signatures(v: number): string {
  return `
    insert into used_signatures (merchant_id, signature, valid_until) values (${merchant(v)}, 'signature', ${AT});`;
}
