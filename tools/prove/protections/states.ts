import { type Protected, without } from "./protected";

const INITIATE = "server/routing/http/initiate-payment.http.test.ts";

/** Ids, statuses and balances under concurrent or late events. */
export const STATES: readonly Protected[] = [
  {
    row: 20,
    fault: "id collision, date rollover, clock stepping back",
    test: {
      file: "server/routing/domain/payments/ids.test.ts",
      name: "100,000 ids of one millisecond, of a clock that stops and steps back, are distinct and rise",
    },
    ...without(
      "milliseconds that only rise",
      "server/routing/domain/payments/ids.ts",
      "Math.max(nowMs, (this.#lastMs.get(key) ?? 0) + 1)",
      "nowMs",
    ),
  },
  {
    row: 21,
    fault: "one reference created 200 times at once",
    test: {
      file: INITIATE,
      name: "of 200 creations of one reference at once, one is 201 and the rest are Already exists",
    },
    ...without(
      "the unique index of a reference's attempts",
      "server/routing/store/migrations/0001_baseline.sql",
      "  constraint payments_reference_attempt unique (merchant_id, merchant_transaction_id, attempt),\n",
    ),
  },
  {
    row: 22,
    fault: "cancel against pay; late success",
    test: {
      file: "server/routing/http/checkout/checkout.http.test.ts",
      name: "cancel against pay (failure 22): one wins",
    },
    also: ["prove model", "prove crash", "server/dashboard/payments/commands/cancel-payment.db.test.ts"],
    ...without(
      "statuses that are final",
      "server/routing/domain/payments/payment.ts",
      "SUCCESS: [],",
      'SUCCESS: ["CANCELLED"],',
    ),
  },
  {
    row: 23,
    fault: "refund while another is in flight",
    test: {
      file: "server/routing/http/refund-initiate.http.test.ts",
      name: "of 60 refunds at once none goes over, and the whole balance is reached",
    },
    also: ["prove races", "prove model"],
    ...without(
      "the lock on the payment's row",
      "server/routing/store/payments/payments.ts",
      "from payments where merchant_id = $1 and id = $2 for update",
      "from payments where merchant_id = $1 and id = $2",
    ),
  },
  {
    row: 24,
    fault: "refund FAILURE, then a late SUCCESS from the gateway",
    test: {
      file: "server/routing/usecases/refunds/apply-gateway-refund.db.test.ts",
      name: "a success that comes after the other one's failure is reported to operators once",
    },
    ...without(
      "a refund that has ended and stays so",
      "server/routing/usecases/refunds/apply-gateway-refund.ts",
      "if (refund === null || refund.completedAt !== null) return null;",
      "if (refund === null) return null;",
    ),
  },
  {
    row: 25,
    fault: "worker killed mid-refund; two workers",
    test: {
      file: "server/routing/worker/worker.http.test.ts",
      name: "a refund that a killed worker had is carried on by the next one, when the claim ends",
    },
    also: ["prove crash"],
    ...without(
      "the end of a claim",
      "server/platform/due-rows/due-rows.ts",
      "(t.taken_until is null or t.taken_until <= now())",
      "t.taken_until is null",
    ),
  },
  {
    row: 26,
    fault: "a poll that never ends",
    test: {
      file: "server/dashboard/refunds/domain/refund-schedule.test.ts",
      name: "one of %i ms that nobody watches is polled every %i ms",
    },
    also: ["server/dashboard/refunds/queries/check-refund.db.test.ts"],
    ...without(
      "polls that become rarer",
      "server/dashboard/refunds/domain/refund-schedule.ts",
      "const byAgeMs = clamp(ageMs / 10, SHORTEST_CHECK_MS, slowestMs);",
      "const byAgeMs = SHORTEST_CHECK_MS;",
    ),
  },
  {
    row: 61,
    fault: "a worker that is cut off for longer than its lease ends a job that another worker runs by then",
    test: {
      file: "tools/checks/job-leases.db.test.ts",
      name: "a worker that cannot renew its lease reports it and fetches no jobs; the next owner of its job keeps it",
    },
    also: ["prove slow"],
    ...without(
      "the new id of a released job",
      "server/platform/job-leases.ts",
      "set id = default, locked_by = null",
      "set locked_by = null",
    ),
  },
  {
    row: 62,
    fault: "a refund sent by a worker whose claim has ended",
    test: {
      file: "server/routing/usecases/refunds/advance-refund.db.test.ts",
      name: "does not send the refund when another has it by then, who sends it once",
    },
    also: ["server/platform/due-rows/due-rows.db.test.ts", "prove slow"],
    ...without(
      "the claim that is extended before the call",
      "server/routing/usecases/refunds/begin-sending.ts",
      "if (await claimToSend(db, taken)) return",
      "if ((await claimToSend(db, taken)) || true) return",
    ),
  },
  {
    row: 148,
    fault: "the answer to an earlier lookup of a payment is stored after the answer to a later one",
    test: {
      file: "server/dashboard/payments/queries/remember-payments.db.test.ts",
      name: "is the status that was seen later, whichever is stored last, and none returns to INITIATED",
    },
    ...without(
      "the comparison of the times at which the service was asked",
      "server/dashboard/payments/store/seen-payments.ts",
      "excluded.seen_at >= seen.seen_at and ",
    ),
  },
  {
    row: 155,
    fault: "a payment of several that are refunded together is held by somebody else",
    test: {
      file: "server/routing/usecases/refunds/request-refund.db.test.ts",
      name: "a payment that somebody else holds does not delay the others, and its refund sees what was changed",
    },
    ...without(
      "the locks of a batch, which wait for nobody",
      "server/routing/store/payments/payments.ts",
      "where merchant_id = wanted.merchant_id and id = wanted.id for update skip locked",
      "where merchant_id = wanted.merchant_id and id = wanted.id",
    ),
  },
];
