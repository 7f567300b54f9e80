/**
 * Where each table of the service is in a database that is distributed by merchant (decision 0393). Every table is in one
 * of these lists: `distribution.db.test.ts` fails for one that is not, before any Citus sees it.
 */

/**
 * Copied to every node: small, and read with each merchant's data. `api_keys` is looked up before the merchant is known,
 * so its key cannot begin with the merchant; `gateway_accounts` has an identity of type integer, and Citus distributes
 * only those of type bigint.
 */
export const REFERENCE_TABLES = ["merchants", "api_keys", "gateway_accounts"];

/** Divided by `merchant_id`: all rows of a merchant are on one node. The first of them is what the others are kept with. */
export const DISTRIBUTED_TABLES = [
  "payments",
  "payment_events",
  "payment_polls",
  "refunds",
  "forgotten_references",
  "idempotency_keys",
  "used_signatures",
  "routing_rule_sets",
  "rule_experiments",
  "rule_experiment_results",
  "gateway_fee_lists",
  "gateway_fees",
  "adyen_account_events",
  "webhook_endpoints",
  "webhook_deliveries",
  "webhook_attempts",
  "payment_changes",
  "payment_sums",
  "payment_wide_sums",
  "payments_summed",
  "payment_outcomes",
  "gateway_statistics",
  "success_rate_shares",
  "success_rate_gains",
  "reconciliation_runs",
  "reconciliation_findings",
  "reconciliation_run_findings",
];

/** Only on the coordinator, like the schema `simulator`: they do not grow with payments. */
export const LOCAL_TABLES = [
  "schema_migrations",
  "schedules",
  "workers",
  "gateway_health",
  "configured_vendors",
  "refund_hold",
  "backup_state",
  "installation",
  // They grow with Adyen's reports, whose keys are the vendor's own (decision 0307): on the coordinator until they are
  // distributed by the merchant that their reference names.
  "adyen_events",
  "adyen_refunds",
];

/**
 * A trigger on TRUNCATE is the one kind that a distributed table cannot have. It deletes the sums of emptied payments,
 * which no program does.
 */
export const TRIGGERS_TO_DROP = [{ table: "payments", trigger: "payments_emptied" }];
