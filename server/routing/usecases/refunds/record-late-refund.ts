import { formatPaise } from "@/lib/money";
import { inTransaction } from "@/server/platform/transaction";
import type { Refund } from "../../domain/refunds/refund";
import { refundAlertWebhook } from "../../domain/webhooks/webhook-event";
import { insertPaymentEvent, lockPayment } from "../../store/payments/payments";
import { lockRefund, markRefundSucceededLate, writeRefundWebhook } from "../../store/refunds/refunds";
import type { Deps } from "../deps";

/**
 * Failure 24, a refund paid late: the gateway paid a refund that it had called failed. FAILURE is final, but from now
 * on its amount counts as refunded and cannot be refunded again (decision 0213). What was already refunded again is for
 * a person to resolve; it is reported once.
 */
export async function recordLateRefund(deps: Deps, refund: Refund): Promise<void> {
  const at = deps.clock.now();
  const isNews = await inTransaction(deps.pool, async (db) => {
    // Deleted during the call to the gateway (0193): only the log can report it.
    if ((await lockPayment(db, refund.merchantId, refund.paymentId)) === null) return true;
    if (!(await markRefundSucceededLate(db, refund.merchantId, refund.id, at))) return false;
    await insertPaymentEvent(db, refund.merchantId, refund.paymentId, {
      kind: "refund_succeeded_late",
      at,
      detail: { refund_id: refund.id, refund_amount: formatPaise(refund.amountPaise) },
    });
    const marked = await lockRefund(db, refund.merchantId, refund.id);
    if (marked !== null) await writeRefundWebhook(db, marked, refundAlertWebhook(marked, "paid_late", at));
    return true;
  });
  if (!isNews) return;
  deps.logger.error(
    { merchantId: refund.merchantId, refund: refund.id, payment: refund.paymentId },
    "a refund that had failed was paid by its gateway after all: a person has to settle it",
  );
}
