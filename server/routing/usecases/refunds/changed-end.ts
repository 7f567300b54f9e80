import { formatPaise } from "@/lib/money";
import { inTransaction } from "@/server/platform/transaction";
import { countsAsPaid, endAtGateway, type Refund } from "../../domain/refunds/refund";
import { refundAlertWebhook } from "../../domain/webhooks/webhook-event";
import type { GatewayRefund } from "../../gateway/port";
import { insertPaymentEvent, lockPayment } from "../../store/payments/payments";
import { dueRefunds } from "../../store/refunds/due-refunds";
import { lockRefund, saveLateChange, saveRefundMove, writeRefundWebhook } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { failureOfRefund } from "./refund-failure";

const REFUND_CHANGES = {
  SUCCESS: {
    kind: "refund_succeeded_late",
    alert: "paid_late",
    warning:
      "a refund that had failed or come back was paid by its gateway after all: a person has to settle it",
  },
  FAILURE: {
    kind: "refund_failed_late",
    alert: "returned",
    warning: "a refund that had succeeded came back to the merchant: a person has to settle it",
  },
} as const;

const REVERSAL_CHANGES = {
  SUCCESS: {
    kind: "reversal_succeeded_late",
    warning:
      "a reversal that had failed succeeded at its gateway: check whether the money was also sent manually",
  },
  FAILURE: {
    kind: "reversal_failed_late",
    warning: "a reversal that had succeeded failed at its gateway: the money must be returned manually",
  },
} as const;

/**
 * Records that a gateway reports another end of a refund or reversal that has ended (failure 24): the customer's account is
 * closed, and the money is back with the merchant weeks later, or what had failed was paid after all. The status of a refund is
 * final (specification 3.2), so a person has to settle it; one that was paid after its FAILURE counts as refunded from then on
 * (decision 0213). That of a reversal follows its gateway, because it shows whether the customer has the money. Neither is sent
 * again: the gateway would send it to the same account.
 * `refund`: as it was before its gateway was asked. What has changed since makes the answer an old one, and it is asked again;
 * but an old answer that a refund was paid keeps its amount from being refunded twice meanwhile.
 */
export async function recordChangedEnd(deps: Deps, refund: Refund, reported: GatewayRefund): Promise<void> {
  const { merchantId, id, paymentId, charge, kind } = refund;
  const { status: to } = reported;
  if (to === "PENDING" || to === endAtGateway(refund)) return;
  const isNews = await inTransaction(deps.pool, async (db) => {
    // Deleted during the call to the gateway (0193): only the log can report it.
    if ((await lockPayment(db, merchantId, paymentId)) === null) return true;
    const current = await lockRefund(db, merchantId, id);
    if (current === null || current.completedAt === null || endAtGateway(current) === to) return false;
    if (isChangedSince(refund, current)) {
      await dueRefunds.ask(db, refund);
      if (to === "FAILURE" || kind === "reversal" || countsAsPaid(current)) return false;
    }
    const at = deps.clock.now();
    if (kind === "reversal") {
      const failure = failureOfRefund(refund, reported);
      await saveRefundMove(db, merchantId, { ...current, status: to, completedAt: at, failure });
      const detail = { gateway_transaction_id: charge };
      await insertPaymentEvent(db, merchantId, paymentId, { kind: REVERSAL_CHANGES[to].kind, at, detail });
      return true;
    }
    const changed = await saveLateChange(db, current, at);
    const detail = { refund_id: id, refund_amount: formatPaise(refund.amountPaise) };
    await insertPaymentEvent(db, merchantId, paymentId, { kind: REFUND_CHANGES[to].kind, at, detail });
    await writeRefundWebhook(db, changed, refundAlertWebhook(changed, REFUND_CHANGES[to].alert, at));
    return true;
  });
  if (!isNews) return;
  const { warning } = (kind === "reversal" ? REVERSAL_CHANGES : REFUND_CHANGES)[to];
  deps.logger.error(
    { merchantId, refund: id, payment: paymentId, failure: failureOfRefund(refund, reported) },
    warning,
  );
}

/** A reversal's time of its end changes with its status. */
function isChangedSince(before: Refund, current: Refund): boolean {
  return (
    before.completedAt?.getTime() !== current.completedAt?.getTime() ||
    before.lateChanges !== current.lateChanges
  );
}
