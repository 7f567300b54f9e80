import { inTransaction } from "@/server/platform/transaction";
import type { Reversal } from "../../domain/reversals/reversal";
import type { GatewayRefund } from "../../gateway/port";
import { insertPaymentEvent } from "../../store/payments/payments";
import { saveReversal } from "../../store/reversals/reversals";
import type { Deps } from "../deps";
import { failureOfRefund } from "../refunds/refund-failure";

/**
 * Applies a gateway's status of a reversal; false when it already has a final status. After a failure the merchant
 * still has money that belongs to the customer: operators are notified. When it is due next, is for its worker to say.
 */
export async function applyGatewayReversal(
  deps: Deps,
  reversal: Reversal,
  reported: GatewayRefund,
): Promise<boolean> {
  const { merchantId, paymentId, gatewayTransactionId } = reversal;
  const at = deps.clock.now();
  const next = {
    ...reversal,
    status: reported.status === "PENDING" ? ("PROCESSING" as const) : reported.status,
    gatewayRefundId: reported.gatewayRefundId,
    completedAt: reported.status === "PENDING" ? null : at,
    failure: failureOfRefund(reversal, reported),
  };
  const isApplied = await inTransaction(deps.pool, async (db) => {
    const isSaved = await saveReversal(db, merchantId, next);
    if (isSaved && reported.status === "FAILURE") {
      const detail = { gateway_transaction_id: gatewayTransactionId };
      await insertPaymentEvent(db, merchantId, paymentId, { kind: "reversal_failed", at, detail });
    }
    return isSaved;
  });
  if (isApplied && reported.status === "FAILURE") {
    deps.logger.error(
      { payment: paymentId, gatewayTransactionId, failure: next.failure },
      "a reversal failed: money must be returned manually",
    );
  }
  return isApplied;
}
