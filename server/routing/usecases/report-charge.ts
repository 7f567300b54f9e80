import { addJob } from "@/server/platform/jobs";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { movePayment, type Payment } from "../domain/payment";
import type { Charge } from "../gateway/port";
import { insertPaymentEvent, lockPayment, savePaymentMove } from "../store/payments";
import { insertReversal } from "../store/reversals";
import type { Deps } from "./deps";

export type ReportedCharge =
  | { kind: "moved"; payment: Payment }
  /** The same report again, or a failure that changes nothing any more. */
  | { kind: "unchanged"; payment: Payment }
  /** Money came for a payment that could not be paid any more: it is on its way back (D10). */
  | { kind: "reversing"; payment: Payment };

/** The job that sends a late charge back; see `send-reversal.ts`. */
export const SEND_REVERSAL = "send-reversal";

/**
 * Takes a gateway's word on a payment, in whatever order such words come: the first one moves an open payment (D9);
 * a success for one that has ended otherwise is reversed and recorded, once for each charge (D10).
 */
export function reportCharge(
  deps: Deps,
  merchantId: number,
  paymentId: string,
  charge: Charge,
): Promise<ReportedCharge> {
  return inTransaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, paymentId);
    if (payment === null) throw new Error(`a gateway reported the unknown payment ${paymentId}`);
    const at = deps.clock.now();
    const moved = movePayment(payment, charge.outcome, at, charge.gatewayTransactionId);
    if (moved.ok) {
      const kind = charge.outcome === "SUCCESS" ? "succeeded" : "failed";
      await savePaymentMove(db, merchantId, moved.value, { kind, at });
      return { kind: "moved", payment: moved.value };
    }
    const isOwnCharge =
      payment.status === "SUCCESS" && payment.gatewayTransactionId === charge.gatewayTransactionId;
    if (charge.outcome === "FAILURE" || isOwnCharge) return { kind: "unchanged", payment };
    await reverse(db, payment, charge.gatewayTransactionId, at);
    return { kind: "reversing", payment };
  });
}

async function reverse(db: Db, payment: Payment, gatewayTransactionId: string, at: Date): Promise<void> {
  const { merchantId, id: paymentId, gateway, amountPaise, currency } = payment;
  if (gateway === null) throw new Error(`payment ${paymentId} was charged and names no gateway`);
  const isNew = await insertReversal(db, merchantId, {
    merchantId,
    paymentId,
    gatewayTransactionId,
    gateway,
    amountPaise,
    currency,
    status: "INITIATED",
    gatewayRefundId: null,
    requestedAt: at,
    completedAt: null,
  });
  if (!isNew) return;
  await insertPaymentEvent(db, merchantId, paymentId, {
    kind: "late_success_reversed",
    at,
    detail: { gateway_transaction_id: gatewayTransactionId, status: payment.status },
  });
  await addJob(db, SEND_REVERSAL, { merchantId, paymentId, gatewayTransactionId, attempt: 0 });
}
