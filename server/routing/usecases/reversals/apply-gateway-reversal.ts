import { inTransaction } from "@/server/platform/transaction";
import type { Reversal } from "../../domain/reversals/reversal";
import type { GatewayRefund } from "../../gateway/port";
import { insertPaymentEvent } from "../../store/payments/payments";
import { saveReversal } from "../../store/reversals/reversals";
import type { Deps } from "../deps";
import { failureOfRefund } from "../refunds/refund-failure";
import { scheduleReversalCheck } from "./schedule-refund-jobs";

/** Banks can return money for weeks after a gateway has reported it as sent. */
const CHECKED_FOR_MS = 30 * 24 * 60 * 60_000;

/**
 * Applies a gateway's status of a reversal; false when it already has a final status. After a failure the merchant
 * still has money that belongs to the customer: operators are notified. A final status is checked once a day for a
 * month.
 */
export async function applyGatewayReversal(
  deps: Deps,
  reversal: Reversal,
  reported: GatewayRefund,
): Promise<boolean> {
  const { merchantId, paymentId, gatewayTransactionId } = reversal;
  const at = deps.clock.now();
  const isChecked = reported.status !== "PENDING" && reported.gatewayRefundId !== null;
  const polledUntil = isChecked ? new Date(at.getTime() + CHECKED_FOR_MS) : null;
  const failure = failureOfRefund(reversal, reported);
  const isApplied = await inTransaction(deps.pool, async (db) => {
    const isSaved = await saveReversal(db, merchantId, {
      ...reversal,
      status: reported.status === "PENDING" ? "PROCESSING" : reported.status,
      gatewayRefundId: reported.gatewayRefundId,
      completedAt: reported.status === "PENDING" ? null : at,
      polledUntil,
      failure,
    });
    if (isSaved && polledUntil !== null) await scheduleReversalCheck(db, reversal);
    if (isSaved && reported.status === "FAILURE") {
      const detail = { gateway_transaction_id: gatewayTransactionId };
      await insertPaymentEvent(db, merchantId, paymentId, { kind: "reversal_failed", at, detail });
    }
    return isSaved;
  });
  if (isApplied && reported.status === "FAILURE") {
    deps.logger.error(
      { payment: paymentId, gatewayTransactionId, failure },
      "a reversal failed: money must be returned manually",
    );
  }
  return isApplied;
}
