import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { RefundRecord, TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "@/server/dashboard/context";
import { makeStep, waitingRows } from "./due-work";
import { type Harness, startHarness } from "./harness";
import { refundSeparately } from "./separate-refund";

/** What the service reports of a refund that has ended. */
export const ENDED = { refund_status: "SUCCESS", refund_completed_at: "2026-11-21T09:00:05.000Z" } as const;
export const FAILED = { refund_status: "FAILURE", refund_completed_at: "2026-11-21T09:00:05.000Z" } as const;

/** A refund of 10.00 that the service has accepted, as a confirmed separate one. */
async function acceptedRefund(
  ctx: Ctx,
  payment: TransactionRecord,
): Promise<{ intentId: string; refundId: string }> {
  const outcome = await refundSeparately(ctx, {
    intentId: randomUUID(),
    reference: "ORD-1",
    transactionId: payment.transaction_id,
    amount: "10.00",
    reason: "",
    isApprovalExpected: false,
  });
  if (outcome.kind !== "accepted") throw new Error(outcome.kind);
  return outcome;
}

/** The service's record of the first refund, for changes by the test. */
export function firstRefund({ service }: Harness): RefundRecord {
  const [record] = service.refunds;
  if (record === undefined) throw new Error("no refund");
  return record;
}

/**
 * Set-up of tests about a refund that is polled: before each, finance and a payment in USD. `current` returns them; `refund` makes
 * the refund.
 */
export function withTrackedRefund() {
  let harness: Harness;
  let ctx: Ctx;
  let payment: TransactionRecord;

  beforeAll(async () => {
    harness = await startHarness();
  });
  beforeEach(async () => {
    await harness.reset();
    ctx = await harness.ctxOf("finance");
    payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1", currency: "USD" });
  });
  afterAll(() => harness.stop());

  return {
    current: () => ({ harness, ctx, payment }),
    refund: () => acceptedRefund(ctx, payment),
    atService: () => firstRefund(harness),
    calls: () => harness.service.callsOf("refund_status").length,
    step: (refundId: string) =>
      makeStep(harness.services, {
        task: "track-refund",
        id: refundId,
        lane: harness.services.routing.serviceAddress,
      }),
    waiting: () => waitingRows(harness.pool, ["track-refund"]),
  };
}
