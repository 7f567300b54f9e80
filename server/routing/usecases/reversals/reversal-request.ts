import type { Reversal } from "../../domain/reversals/reversal";
import type { GatewayRefundRequest } from "../../gateway/port";

type Charge = Pick<
  Reversal,
  "merchantId" | "paymentId" | "gatewayTransactionId" | "amountPaise" | "currency" | "requestedAt"
>;

/** What the gateway is sent for a reversal. Its key is made of the charge, so it is the same after a restore. */
export function reversalRequest(reversal: Charge): GatewayRefundRequest {
  const { merchantId, paymentId, gatewayTransactionId, amountPaise, currency, requestedAt } = reversal;
  return {
    idempotencyKey: `${merchantId}:${paymentId}:${gatewayTransactionId}`,
    gatewayTransactionId,
    amountPaise,
    currency,
    requestedAt,
  };
}
