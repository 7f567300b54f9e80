import { inTransaction } from "@/server/platform/transaction";
import type { Reversal } from "../../domain/reversals/reversal";
import type { GatewayRefund } from "../../gateway/port";
import { insertPaymentEvent } from "../../store/payments/payments";
import { saveReversal } from "../../store/reversals/reversals";
import type { Deps } from "../deps";
import { planReversalWatch } from "./schedule-refund-jobs";

/** Banks can return money for weeks after a gateway has reported it as sent. */
const WATCHED_FOR_MS = 30 * 24 * 60 * 60_000;

/**
 * Applies a gateway's status of a reversal; false when it already has a final status. After a failure the merchant
 * still has money that belongs to the customer: operators are notified. A final status is checked once a day for a
 * month.
 */
export async function applyGatewayReversal(
  deps: Deps,
  reversal: Reversal,
  standing: GatewayRefund,
): Promise<boolean> {
  const { merchantId, paymentId, gatewayTransactionId } = reversal;
  const at = deps.clock.now();
  const isWatched = standing.status !== "PENDING" && standing.gatewayRefundId !== null;
  const watchedUntil = isWatched ? new Date(at.getTime() + WATCHED_FOR_MS) : null;
  const isTaken = await inTransaction(deps.pool, async (db) => {
    const isSaved = await saveReversal(db, merchantId, {
      ...reversal,
      status: standing.status === "PENDING" ? "PROCESSING" : standing.status,
      gatewayRefundId: standing.gatewayRefundId,
      completedAt: standing.status === "PENDING" ? null : at,
      watchedUntil,
    });
    if (isSaved && watchedUntil !== null) await planReversalWatch(db, reversal);
    if (isSaved && standing.status === "FAILURE") {
      const detail = { gateway_transaction_id: gatewayTransactionId };
      await insertPaymentEvent(db, merchantId, paymentId, { kind: "reversal_failed", at, detail });
    }
    return isSaved;
  });
  if (isTaken && standing.status === "FAILURE") {
    deps.logger.error(
      { payment: paymentId, gatewayTransactionId },
      "a reversal failed: money must go back by hand",
    );
  }
  return isTaken;
}
