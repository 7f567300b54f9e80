import type { RefundRecord } from "@/lib/contract/responses";
import { paiseOf } from "@/lib/money";
import { inTransaction } from "@/server/platform/transaction";
import { SHORTEST_CHECK_MS, type TrackedRefund } from "../domain/refund-schedule";
import type { Services } from "../../runtime";
import { countPendingOutside, deleteFinalOutsideRefunds, insertTracked } from "../store/tracked-refunds";
import { completionOf } from "./check-refund";
import { paymentOfRefund } from "../../payments";

/** Any user may open an id: beyond this many, the service is polled only while a user views the refund. */
const MAX_FOLLOWED = 1_000;
const DELETE_AFTER_MS = 30 * 24 * 60 * 60_000;

/**
 * Starts polling a refund that was made outside the dashboard and opened here by its id, until it is final. A final one
 * is stored for a month after it was last viewed.
 */
export async function trackOutsideRefund(services: Services, record: RefundRecord): Promise<TrackedRefund> {
  const { pool, clock, routing } = services;
  const amountPaise = paiseOf(record.refund_amount);
  const payment = await paymentOfRefund(services, record);
  const at = clock.now();
  const completedAt = completionOf(record);
  const refund: TrackedRefund = {
    serviceAddress: routing.serviceAddress,
    refundId: record.refund_id,
    transactionId: record.transaction_id,
    reference: record.merchant_transaction_id,
    amountPaise,
    currency: payment?.currency ?? null,
    isTest: payment?.test === true,
    reason: record.refund_reason,
    status: record.refund_status,
    gatewayRefundId: record.gateway_refund_id,
    requestedAt: new Date(record.refund_requested_at),
    completedAt,
    isMadeHere: false,
    checkedAt: at,
    fetchedAt: at,
    askingUntil: null,
    claimLeftMs: null,
    nextCheckAt: completedAt === null ? new Date(at.getTime() + SHORTEST_CHECK_MS) : null,
    watchedUntil: null,
    serviceError: null,
    retryAfterSeconds: null,
    requestedByName: null,
    wasPaidLate: record.refund_succeeded_late_at !== undefined,
  };
  await inTransaction(pool, async (db) => {
    await deleteFinalOutsideRefunds(db, new Date(at.getTime() - DELETE_AFTER_MS));
    if (completedAt === null && (await countPendingOutside(db, MAX_FOLLOWED)) >= MAX_FOLLOWED) return;
    await insertTracked(db, { ...refund, dueInMs: completedAt === null ? SHORTEST_CHECK_MS : null });
  });
  return refund;
}
