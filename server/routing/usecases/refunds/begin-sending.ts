import { formatPaise } from "@/lib/money";
import { CLAIM_MS } from "@/server/platform/due-rows/due-rows";
import { findRefundHold, isFromBackup, isHeld, type RefundHold } from "@/server/platform/refund-hold";
import { inTransaction } from "@/server/platform/transaction";
import type { Payment } from "../../domain/payments/payment";
import { fitsBalance, moveRefund, type Refund } from "../../domain/refunds/refund";
import { insertPaymentEvent, lockPayment } from "../../store/payments/payments";
import { claimToSend, dueRefunds, type TakenRefund } from "../../store/refunds/due-refunds";
import { lockRefund, saveRefundMove, spentOfPayment } from "../../store/refunds/refunds";
import type { Deps } from "../deps";

/** Another worker has the refund by now. */
export class ClaimLostError extends Error {
  override name = "ClaimLostError";
}

/**
 * Throws when so much of a claim's time is over that another worker may have the row before the call: this process hung, or the
 * database did. `claimedAt`: by performance.now(), before the claim was extended.
 */
function confirmClaim(claimedAt: number): void {
  if (performance.now() - claimedAt > CLAIM_MS / 2) throw new ClaimLostError("the claim is about to end");
}

/**
 * Decides under the payment's lock whether a refund may be sent to its gateway now. A restored backup holds all refunds. An
 * earlier failed refund may have been paid late since this one was accepted, and together they may exceed the paid amount:
 * then one that was never sent ends as FAILURE without a call (decision 0213). A refund that may have been sent before
 * never ends here, and so no reversal. Returns when it can have been sent for the first time; null where it may not be sent.
 */
export async function beginSending(deps: Deps, taken: TakenRefund): Promise<Date | null> {
  const { merchantId, id, paymentId } = taken;
  let claimedAt = 0;
  const outcome = await inTransaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, paymentId);
    const [refund, spentPaise, hold] = await Promise.all([
      lockRefund(db, merchantId, id),
      spentOfPayment(db, merchantId, paymentId),
      findRefundHold(db),
    ]);
    if (payment === null || refund === null) throw new Error(`refund ${id} or its payment is missing`);
    if (refund.completedAt !== null || refund.gatewayRefundId !== null || isHeld(hold)) return null;
    // A restored backup does not include what was sent after it was made (decision 0237).
    const mayBeSentBefore = !refund.isUnsent || isFromBackup(hold, refund.requestedAt);
    if (mayBeSentBefore || fitsBalance(payment.amountPaise, spentPaise, refund.amountPaise)) {
      claimedAt = performance.now();
      if (await claimToSend(db, taken)) return sentFrom(refund, payment, hold);
      throw new ClaimLostError(`another worker has refund ${id}`);
    }
    const at = deps.clock.now();
    const failed = moveRefund(refund, "FAILURE", at);
    if (!failed.ok) throw new Error(`refund ${id} cannot fail from ${failed.error.from}`);
    const failure = { reason: "refused", code: null, message: null } as const;
    await saveRefundMove(db, merchantId, { ...failed.value, failure });
    await dueRefunds.release(db, [{ row: taken, pauseMs: null }]);
    await insertPaymentEvent(db, merchantId, paymentId, {
      kind: "refund_not_sent",
      at,
      detail: { refund_id: id, refund_amount: formatPaise(refund.amountPaise) },
    });
    return "does_not_fit";
  });
  if (outcome instanceof Date) confirmClaim(claimedAt);
  if (outcome === "does_not_fit") {
    deps.logger.error(
      { merchantId, refund: id, payment: paymentId },
      "a refund was not sent: an earlier refund was paid after its failure, and both exceed the payment",
    );
  }
  return outcome === "does_not_fit" ? null : outcome;
}

/** The backup of a payment may lack a reversal that was made before the restore, and this one was then made anew. */
function sentFrom({ kind, requestedAt }: Refund, payment: Payment, hold: RefundHold | null): Date {
  return kind === "reversal" && isFromBackup(hold, payment.createdAt) ? payment.createdAt : requestedAt;
}
