/**
 * The files that `npm run mutate` changes, by subject; each subject must reach the goal separately. Only modules whose
 * whole behaviour pure tests can cover: SQL statements and use cases are covered by tests against Postgres, which are
 * far too slow to run once per mutant (decision 0150).
 */
export const SUBJECTS = {
  money: ["lib/money.ts"],
  hash: [
    "lib/client/sign.ts",
    "lib/contract/canonical.ts",
    "lib/text.ts",
    "server/platform/constant-time.ts",
    "server/routing/usecases/keys/signatures.ts",
  ],
  states: [
    "server/routing/domain/payments/payment.ts",
    "server/routing/domain/refunds/refund.ts",
    "server/routing/domain/payments/poll-until.ts",
    "server/dashboard/refunds/domain/refund-intent.ts",
    "server/dashboard/refunds/domain/refund-outcome.ts",
  ],
  rules: [
    "lib/rules/changes.ts",
    "lib/rules/merge.ts",
    "lib/rules/order.ts",
    "server/routing/domain/rules/active-times.ts",
    "server/routing/domain/rules/condition.ts",
    "server/routing/domain/rules/read-rules.ts",
    "server/routing/domain/rules/replay.ts",
    "server/routing/domain/rules/route.ts",
    "server/routing/domain/rules/rule.ts",
    "server/routing/domain/rules/split.ts",
    "server/routing/domain/rules/warnings.ts",
  ],
  ledger: [
    "server/dashboard/approvals/domain/approval.ts",
    "server/dashboard/bulk/domain/bulk-overdraw.ts",
    "server/dashboard/refunds/domain/refund-balance.ts",
    "server/dashboard/refunds/domain/unknown-refund.ts",
  ],
  permissions: ["lib/can.ts", "server/routing/domain/keys/api-key.ts"],
};

/** The percentage of a subject's mutants that must fail a test. */
export const GOAL_PERCENT = 90;
