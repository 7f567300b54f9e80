import { separateReads } from "@/server/platform/batch-reads";
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { interleaved } from "@/tools/testing/interleave";
import type { PaymentRequest } from "../domain/payments/payment";
import { depsOn } from "@/tools/testing/routing/deps";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { inTransaction } from "@/server/platform/transaction";
import { deletePaymentsOver } from "../store/payments/old-payments";
import type { Deps } from "./deps";
import { rememberNothing } from "./idempotency";
import { batchPaymentReads } from "../store/payments/payment-reads";
import { batchPaymentWrites } from "../store/payments/payment-writes";
import { batchCancels, cancelPayment } from "./payments/cancel-payment";
import { batchPaidPayments } from "./payments/pay-open-payment";
import { createPayment } from "./payments/create-payment";
import { dropPayment } from "./payments/end-payment";
import { reportCharge } from "./payments/report-charge";
import { batchRefundRequests, requestRefund } from "./refunds/request-refund";

/**
 * Runs the statements of concurrent requests in every order that a scheduler draws. Load tests only produce the orders
 * that a machine happens to produce; this also covers requests that stop between two of their statements.
 */
const SANDBOX = 1;
const PAID_PAISE = 50_000n;
const ORDERS = 40;
const LIMIT_MS = 60_000;

let service: TestService;
let context: ReturnType<typeof depsOn>;
beforeAll(async () => {
  service = await startTestService({ SIMULATOR_REFUND_MS: "600000" });
  context = depsOn(service);
});
afterAll(async () => {
  await context.close();
  await service.stop();
});

/** Starts all of them at once and releases their statements in the drawn order. */
async function inDrawnOrder<T>(
  scheduler: fc.Scheduler,
  actions: readonly ((deps: Deps) => Promise<T>)[],
): Promise<T[]> {
  const pool = interleaved(context.deps.pool, scheduler);
  const reads = separateReads(pool);
  const deps = {
    ...context.deps,
    pool,
    reads,
    paymentReads: batchPaymentReads(reads),
    paymentWrites: batchPaymentWrites(pool),
    cancels: batchCancels(pool, context.deps.clock),
    paidPayments: batchPaidPayments(pool, context.deps.clock),
    refundRequests: batchRefundRequests(pool, context.deps.clock, context.deps.ids),
  };
  return scheduler.waitFor(Promise.all(actions.map((action) => action(deps))));
}

const requestFor = (reference: string): PaymentRequest => ({
  reference,
  amountPaise: PAID_PAISE,
  currency: "INR",
  paymentMethod: null,
  cardScheme: null,
  issuingBank: null,
  udf1: null,
  udf2: null,
  udf3: null,
  customer: { email: "interleaved@example.com", phone: null, name: null },
  surl: null,
  furl: null,
});

async function openPayment(): Promise<{ id: string; reference: string }> {
  const reference = `ORDER-${randomUUID()}`;
  const created = await createPayment(context.deps, SANDBOX, requestFor(reference), rememberNothing);
  if (!created.ok) throw new Error(created.error.kind);
  return { id: created.value.payment.id, reference };
}

const chargeOf = (id: string) =>
  ({
    status: "SUCCESS",
    gatewayTransactionId: `simpay_${id}`,
    amountPaise: PAID_PAISE,
    currency: "INR",
  }) as const;

const TOMORROW = new Date(Date.now() + 24 * 60 * 60 * 1000);
test(
  "a refund and the deletion of its payment (0193): what was accepted is there, and nothing is left of what was deleted",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { id, reference } = await openPayment();
        await reportCharge(context.deps, SANDBOX, id, chargeOf(id));
        const request = { paymentId: id, amountPaise: 100n, reason: null };
        const [isAccepted, deleted] = await inDrawnOrder<unknown>(scheduler, [
          async (deps) => (await requestRefund(deps, SANDBOX, request, rememberNothing)).ok,
          ({ pool }) => inTransaction(pool, (db) => deletePaymentsOver(db, SANDBOX, [reference], TOMORROW)),
        ]);
        expect(deleted).toBe(isAccepted ? 0 : 1);
        const { rows } = await service.db.query<{ payments: number; refunds: number }>(
          `select (select count(*)::integer from payments where id = $1) as payments,
             (select count(*)::integer from refunds where payment_id = $1) as refunds`,
          [id],
        );
        expect(rows[0]).toEqual(isAccepted ? { payments: 1, refunds: 1 } : { payments: 0, refunds: 0 });
      }),
      { numRuns: ORDERS },
    );
  },
  LIMIT_MS,
);

const REFUNDS = fc.array(fc.bigInt({ min: 1n, max: PAID_PAISE }), { minLength: 2, maxLength: 5 });

test(
  "refunds of one payment: what is accepted is never over it, and what is refused would have been (failure 23)",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), REFUNDS, async (scheduler, amounts) => {
        const { id } = await openPayment();
        await reportCharge(context.deps, SANDBOX, id, chargeOf(id));
        const outcomes = await inDrawnOrder(
          scheduler,
          amounts.map((amountPaise) => async (deps) => {
            const request = { paymentId: id, amountPaise, reason: null };
            return {
              amountPaise,
              isAccepted: (await requestRefund(deps, SANDBOX, request, rememberNothing)).ok,
            };
          }),
        );
        const accepted = outcomes.filter(({ isAccepted }) => isAccepted);
        const left = accepted.reduce((rest, { amountPaise }) => rest - amountPaise, PAID_PAISE);
        expect(left).toBeGreaterThanOrEqual(0n);
        for (const { amountPaise, isAccepted } of outcomes)
          if (!isAccepted) expect(amountPaise).toBeGreaterThan(left);
      }),
      { numRuns: ORDERS, plugins: [fc.interruptAfterTimeLimit(LIMIT_MS / 2)] },
    );
  },
  LIMIT_MS,
);

const ENDS = {
  cancel: async (deps: Deps, { reference }: { reference: string }) =>
    (await cancelPayment(deps, SANDBOX, reference)).ok ? "CANCELLED" : null,
  leave: async (deps: Deps, { id }: { id: string }) =>
    (await dropPayment(deps, SANDBOX, id)).ok ? "DROP" : null,
  decline: async (deps: Deps, { id }: { id: string }) => {
    const { kind } = await reportCharge(deps, SANDBOX, id, { status: "FAILURE", gatewayTransactionId: null });
    return kind === "moved" ? "FAILURE" : null;
  },
  pay: async (deps: Deps, { id }: { id: string }) => {
    const { kind } = await reportCharge(deps, SANDBOX, id, chargeOf(id));
    return kind === "moved" ? "SUCCESS" : null;
  },
};
const SOME_ENDS = fc.shuffledSubarray(["cancel", "leave", "decline", "pay", "pay", "cancel"] as const, {
  minLength: 2,
});

test(
  "ends of one payment: one of them moves it, and money that came too late goes back once (failure 22)",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), SOME_ENDS, async (scheduler, ends) => {
        const payment = await openPayment();
        const moves = await inDrawnOrder(
          scheduler,
          ends.map((end) => (deps) => ENDS[end](deps, payment)),
        );
        const { rows } = await service.db.query<{ status: string; reversals: number }>(
          `select status, (select count(*)::int from refunds r where kind = 'reversal' and r.payment_id = p.id) as reversals
         from payments p where id = $1`,
          [payment.id],
        );
        const status = rows[0]?.status;
        expect(moves.filter((moved) => moved !== null)).toEqual([status]);
        const isPaidTooLate = ends.includes("pay") && status !== "SUCCESS";
        expect(rows).toEqual([{ status, reversals: isPaidTooLate ? 1 : 0 }]);
      }),
      { numRuns: ORDERS, plugins: [fc.interruptAfterTimeLimit(LIMIT_MS / 2)] },
    );
  },
  LIMIT_MS,
);

test(
  "creations of one reference: one hands out a link (failure 21)",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 4 }), async (scheduler, requests) => {
        const reference = `ORDER-${randomUUID()}`;
        const outcomes = await inDrawnOrder(
          scheduler,
          Array.from(
            { length: requests },
            () => (deps) => createPayment(deps, SANDBOX, requestFor(reference), rememberNothing),
          ),
        );
        expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
        const { rows } = await service.db.query(
          "select attempt from payments where merchant_transaction_id = $1",
          [reference],
        );
        expect(rows).toEqual([{ attempt: 1 }]);
      }),
      { numRuns: ORDERS, plugins: [fc.interruptAfterTimeLimit(LIMIT_MS / 2)] },
    );
  },
  LIMIT_MS,
);
