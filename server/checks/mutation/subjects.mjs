/**
 * What `npm run mutate` changes, by subject; each must reach the goal for itself. Only modules whose whole behaviour pure tests can
 * hold: what a statement of SQL or a use case decides is held by tests against Postgres, which are far too slow to run
 * once a mutant (decision 0170).
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
    "server/routing/domain/payment.ts",
    "server/routing/domain/refund.ts",
    "server/routing/domain/watch.ts",
    "server/dashboard/domain/refund-intent.ts",
    "server/dashboard/domain/refund-outcome.ts",
  ],
  rules: [
    "lib/rules/changes.ts",
    "lib/rules/merge.ts",
    "lib/rules/order.ts",
    "server/routing/domain/routing/active-times.ts",
    "server/routing/domain/routing/condition.ts",
    "server/routing/domain/routing/read-rules.ts",
    "server/routing/domain/routing/replay.ts",
    "server/routing/domain/routing/route.ts",
    "server/routing/domain/routing/rule.ts",
    "server/routing/domain/routing/split.ts",
    "server/routing/domain/routing/warnings.ts",
  ],
  ledger: [
    "server/dashboard/domain/approval.ts",
    "server/dashboard/domain/bulk-overdraw.ts",
    "server/dashboard/domain/refund-balance.ts",
    "server/dashboard/domain/unknown-refund.ts",
  ],
  permissions: ["lib/can.ts", "server/routing/domain/api-key.ts"],
};

/** The part of a subject's mutants that must fail a test, in hundredths. */
export const GOAL_PERCENT = 90;
