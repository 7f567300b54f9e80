import { formatPaise } from "@/lib/money";
import { inTransaction } from "@/server/platform/transaction";
import type { Refund } from "../../domain/refunds/refund";
import { refundAlertWebhook } from "../../domain/webhooks/webhook-event";
import { hasPaymentEvent } from "../../store/payments/payment-events";
import { insertPaymentEvent, lockPayment } from "../../store/payments/payments";
import { writeRefundWebhook } from "../../store/refunds/refunds";
import type { Deps } from "../deps";

const KIND = "refund_failed_late";

/**
 * The gateway could not deliver a refund that it had called successful: the customer's account is closed, and the money
 * is back with the merchant weeks later. SUCCESS is final (specification 3.2); that the customer has no money yet is
 * for a person to resolve, and it is reported once.
 */
export async function recordReturnedRefund(deps: Deps, refund: Refund): Promise<void> {
  const { merchantId, paymentId } = refund;
  const detail = { refund_id: refund.id, refund_amount: formatPaise(refund.amountPaise) };
  const isNews = await inTransaction(deps.pool, async (db) => {
    // Deleted during the call to the gateway (0193): only the log can report it.
    if ((await lockPayment(db, merchantId, paymentId)) === null) return true;
    if (await hasPaymentEvent(db, merchantId, paymentId, { kind: KIND, detail })) return false;
    const at = deps.clock.now();
    await insertPaymentEvent(db, merchantId, paymentId, { kind: KIND, at, detail });
    await writeRefundWebhook(db, refund, refundAlertWebhook(refund, "returned", at));
    return true;
  });
  if (!isNews) return;
  deps.logger.error(
    { merchantId, refund: refund.id, payment: paymentId },
    "a refund that had succeeded came back to the merchant: a person has to settle it",
  );
}
