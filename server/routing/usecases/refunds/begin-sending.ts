import { formatPaise } from "@/lib/money";
import { findRefundHold, isFromBackup } from "@/server/platform/refund-hold";
import { inTransaction } from "@/server/platform/transaction";
import { fitsBalance, moveRefund, type Refund } from "../../domain/refunds/refund";
import { insertPaymentEvent, lockPayment } from "../../store/payments/payments";
import { lockRefund, markRefundAsSent, saveRefundMove, spentOfPayment } from "../../store/refunds/refunds";
import type { Deps } from "../deps";

/**
 * Decides under the payment's lock whether a refund may be sent to its gateway for the first time. An earlier failed
 * refund may have been paid late since this one was accepted, and together they may exceed the paid amount: then this
 * one ends as FAILURE without a call (decision 0213). A refund that may have been sent before never ends here. Returns
 * whether it may be sent.
 */
export async function beginSending(deps: Deps, { merchantId, id, paymentId }: Refund): Promise<boolean> {
  const outcome = await inTransaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, paymentId);
    const [refund, spentPaise, hold] = await Promise.all([
      lockRefund(db, merchantId, id),
      spentOfPayment(db, merchantId, paymentId),
      findRefundHold(db),
    ]);
    if (payment === null || refund === null) throw new Error(`refund ${id} or its payment is missing`);
    if (refund.completedAt !== null) return "ended";
    if (!refund.isUnsent || refund.gatewayRefundId !== null) return "may_be_sent";
    // A restored backup does not include what was sent after it was made (decision 0237).
    const mayBeSentBefore = isFromBackup(hold, refund.requestedAt);
    if (mayBeSentBefore || fitsBalance(payment.amountPaise, spentPaise, refund.amountPaise)) {
      await markRefundAsSent(db, merchantId, id);
      return "may_be_sent";
    }
    const at = deps.clock.now();
    const failed = moveRefund(refund, "FAILURE", at);
    if (!failed.ok) throw new Error(`refund ${id} cannot fail from ${failed.error.from}`);
    const failure = { reason: "refused", code: null, message: null } as const;
    await saveRefundMove(db, merchantId, { ...failed.value, failure }, null);
    await insertPaymentEvent(db, merchantId, paymentId, {
      kind: "refund_not_sent",
      at,
      detail: { refund_id: id, refund_amount: formatPaise(refund.amountPaise) },
    });
    return "does_not_fit";
  });
  if (outcome === "does_not_fit") {
    deps.logger.error(
      { merchantId, refund: id, payment: paymentId },
      "a refund was not sent: an earlier refund was paid after its failure, and both exceed the payment",
    );
  }
  return outcome === "may_be_sent";
}
