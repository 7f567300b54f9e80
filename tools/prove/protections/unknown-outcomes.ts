import { type Protected, without } from "./protected";

/** A refund of unknown outcome is never called one that was not sent. */
export const UNKNOWN_OUTCOMES: readonly Protected[] = [
  {
    row: 172,
    fault: "a service without a list of refunds, and somebody opened the refund of unknown outcome by its id",
    test: {
      file: "server/dashboard/refunds/jobs/opened-refund-of-unknown.db.test.ts",
      name: "the job leaves a refund of unknown outcome unknown while it may be one that was opened by its id",
    },
    ...without(
      "the doubt about a refund that belongs to no intent",
      "server/dashboard/refunds/store/known-refunds.ts",
      "and (t.amount_paise <> $3 or",
      "and (t.amount_paise is distinct from $3 or t.amount_paise = $3 or",
    ),
  },
  {
    row: 173,
    fault: "a person says that a refund was not sent while the service's acceptance of it is being stored",
    test: {
      file: "server/dashboard/refunds/jobs/store-before-release.db.test.ts",
      name: "nobody can say 'not sent' between the service's answer to a resend and its storing",
    },
    ...without(
      "storing under the claim",
      "server/dashboard/refunds/jobs/resolve-refund-intent.ts",
      '  if ("response" in found) {\n',
      '  await releaseUnknown(pool, intent.id, claim.heldUntil);\n  if ("response" in found) {\n',
    ),
  },
  {
    row: 174,
    fault: "a request loses its idempotency key while it is suspended, and the retry makes the refund",
    test: {
      file: "server/routing/usecases/idempotency.db.test.ts",
      name: "a request that lost its key reports no refusal: the refund of its own retry may be the reason",
    },
    ...without(
      "the check that the refusal was stored",
      "server/routing/usecases/idempotency.ts",
      'if (!stored) return { kind: "in_flight" };',
      "void stored;",
    ),
  },
  {
    row: 175,
    fault: "a refund fails between a reconciliation's comparison and its repair, and its gateway has paid it",
    test: {
      file: "server/routing/usecases/reconcile/reconcile-refund.db.test.ts",
      name: "a refund that fails between the comparison and its repair, and was paid, counts as paid late",
    },
    ...without(
      "recording a late success",
      "server/routing/usecases/reconcile/reconcile-refund.ts",
      'if (applied === null && there.status === "SUCCESS") await recordLateRefund(deps, refund);',
      "",
    ),
  },
  {
    row: 176,
    fault: "the payment of a refund of unknown outcome is gone, and a payment of another merchant is there",
    test: {
      file: "server/dashboard/refunds/jobs/vanished-payment.db.test.ts",
      name: "payments that were refunded later, with the key of another merchant, prove nothing",
    },
    ...without(
      "the bound on what shows whose key it is",
      "server/dashboard/refunds/store/refund-intents.ts",
      "where service_address = $1 and requested_at < $2 and",
      "where service_address = $1 and $2::timestamptz is not null and",
    ),
  },
  {
    row: 177,
    fault: "a row that was in progress when its run was resumed with approval is sent again",
    test: {
      file: "server/dashboard/bulk/commands/bulk-rows-in-progress.db.test.ts",
      name: "a run whose row is being refused by a busy service is resumed with approval after the answer",
    },
    ...without(
      "the refusal of the resume",
      "server/dashboard/bulk/commands/start-or-request-approval.ts",
      "waiting?.rows.some(({ isInProgress }) => isInProgress) ?? false",
      "false",
    ),
  },
  {
    row: 178,
    fault: "a service loses idempotency while a refund of unknown outcome waits to be sent again",
    test: {
      file: "server/dashboard/refunds/jobs/resolve-refund-intent.db.test.ts",
      name: "is not sent again to a service that has lost idempotency since its list of operations was read",
    },
    ...without(
      "reading the capabilities anew",
      "server/dashboard/refunds/jobs/resolve-refund-intent.ts",
      "routing.capabilities({ isFresh: true })",
      "routing.capabilities()",
    ),
  },
];
