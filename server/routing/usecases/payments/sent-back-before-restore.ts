import { findRefundHold, isFromBackup } from "@/server/platform/refund-hold";
import type { Payment } from "../../domain/payments/payment";
import type { ChargedMoney, Gateway, GatewayPayment } from "../../gateway/port";
import type { Deps } from "../deps";
import { reversalRequest } from "../reversals/reversal-request";

/**
 * A payment that is initiated in a restored backup may have ended unpaid since, and its late charge may have been sent
 * back: the gateway still reports the charge as paid. The gateway is asked for our reversals, which were lost with the
 * rest. A charge with one is never the payment's own: the customer has the money (decision 0237).
 */
export async function withoutSentBackCharges(
  deps: Deps,
  gateway: Gateway,
  payment: Payment,
  reported: GatewayPayment,
): Promise<GatewayPayment> {
  if (reported.status !== "SUCCESS" || payment.status !== "INITIATED") return reported;
  if (!isFromBackup(await findRefundHold(deps.pool), payment.createdAt)) return reported;
  const { gatewayTransactionId, amountPaise, currency, otherCharges = [], ...rest } = reported;
  const kept: ChargedMoney[] = [];
  const sentBack: ChargedMoney[] = [];
  for (const charge of [{ gatewayTransactionId, amountPaise, currency }, ...otherCharges]) {
    const request = reversalRequest({
      ...charge,
      merchantId: payment.merchantId,
      paymentId: payment.id,
      requestedAt: deps.clock.now(),
    });
    const found = await gateway.findSentRefund(request);
    (found === null ? kept : sentBack).push(charge);
  }
  const [first, ...others] = [...kept, ...sentBack];
  if (first === undefined) return reported;
  return { ...rest, ...first, otherCharges: others, wasSentBack: kept.length === 0 };
}
