/** Bodies of the ops extension as a service answers them, for tests. */
export const AT = "2026-11-21T09:00:00.000Z";
export const SECRET = "whsec_dG9sZC1vbmNlLW9ubHk=";
export const SALT = "salt_told_once_only";
export const API_KEY = "pk_live_a_long_text_that_identifies";

export const RULE = {
  id: "every-payment",
  name: "Every payment",
  priority: 10,
  active: true,
  target: { kind: "gateway", gateway: "simulator" },
};
export const RULE_SET = {
  version: 8,
  author: "a@example.com",
  note: null,
  restored_from: null,
  created_at: AT,
  rules: [RULE],
};
export const ENDPOINT = {
  endpoint_id: "whe_1",
  url: "https://shop.example/hook?token=receiver-token",
  description: "",
  events: ["payment.succeeded"],
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  created_at: AT,
  consecutive_failures: 0,
  failing_since: null,
  held_until: null,
  last_success_at: null,
  previous_secret_expires_at: null,
};
export const DELIVERY = {
  delivery_id: "whd_1",
  endpoint_id: "whe_1",
  event: "webhook.test",
  sequence: null,
  transaction_id: null,
  merchant_transaction_id: null,
  occurred_at: AT,
  status: "WAITING",
  attempts: 0,
  next_attempt_at: AT,
  last_attempt_at: null,
  last_response_status: null,
  last_error: null,
  completed_at: null,
};
export const KEY = {
  key_id: "key_1",
  api_key: API_KEY,
  label: "web shop",
  status: "ACTIVE",
  is_caller: false,
  created_at: AT,
  created_by: null,
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  rate_per_second: null,
  rate_burst: null,
};
export const HEALTH = {
  state: "closed",
  consecutive_failures: 0,
  opened_at: null,
  next_trial_at: null,
  last_failure_at: null,
  last_failure: null,
};

export const CREDENTIALS = { gateway: "stripe", secret_key: SECRET, webhook_secret: SALT };
export const ACCOUNT = {
  account: 1,
  revision: 4,
  hint: "…0001",
  live: false,
  in_use: true,
  created_at: AT,
  created_by: "admin@example.com",
  changed_at: AT,
  changed_by: "admin@example.com",
  retired_at: null,
  last_payment_at: null,
};

export const EXPERIMENT = {
  id: 2,
  base_version: 7,
  rules: [RULE],
  author: "admin@example.com",
  note: null,
  started_at: AT,
  is_open: true,
  trial: null,
  ended: null,
  shadow_result: null,
  trial_result: null,
};
