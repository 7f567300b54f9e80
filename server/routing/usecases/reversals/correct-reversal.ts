import { inTransaction } from "@/server/platform/transaction";
import type { Reversal } from "../../domain/reversals/reversal";
import type { GatewayRefund } from "../../gateway/port";
import { insertPaymentEvent, lockPayment } from "../../store/payments/payments";
import { correctReversalStatus } from "../../store/reversals/reversals";
import type { Deps } from "../deps";
import { failureOfRefund } from "../refunds/refund-failure";

const EVENTS = { SUCCESS: "reversal_succeeded_late", FAILURE: "reversal_failed_late" } as const;
const WARNINGS = {
  SUCCESS:
    "a reversal that had failed succeeded at its gateway: check whether the money was also sent manually",
  FAILURE: "a reversal that had succeeded failed at its gateway: the money must be returned manually",
} as const;

/**
 * Applies a gateway's status of a reversal that already had a final status. A bank may return the money weeks after the
 * gateway reported it as sent: the status then follows the gateway, because it shows whether the customer has the
 * money, and an event and an error in the log inform operators. It is not sent again: the gateway would send it to the
 * same account.
 */
export async function correctReversal(
  deps: Deps,
  reversal: Reversal,
  reported: GatewayRefund,
): Promise<void> {
  const { merchantId, paymentId, gatewayTransactionId, status: from } = reversal;
  const { status: to } = reported;
  const isFinal = from === "SUCCESS" || from === "FAILURE";
  if (!isFinal || to === "PENDING" || to === from) return;
  const at = deps.clock.now();
  const failure = failureOfRefund(reversal, reported);
  const isChanged = await inTransaction(deps.pool, async (db) => {
    if ((await lockPayment(db, merchantId, paymentId)) === null) return false;
    if (!(await correctReversalStatus(db, reversal, { from, to, at, failure }))) return false;
    const detail = { gateway_transaction_id: gatewayTransactionId };
    await insertPaymentEvent(db, merchantId, paymentId, { kind: EVENTS[to], at, detail });
    return true;
  });
  if (isChanged)
    deps.logger.error({ merchantId, payment: paymentId, gatewayTransactionId, failure }, WARNINGS[to]);
}
