import type { Db } from "@/server/platform/pool";
import { cleanFailure } from "../../domain/payments/failure";
import type { Payment } from "../../domain/payments/payment";
import type { GatewayFailure } from "../../gateway/port";
import { savePaymentFailure } from "../../store/payments/payment-failure";

/**
 * Keeps the gateway's reason with a payment that was not paid (decision 0250). A gateway may give it only when its
 * checkout is closed, after the payment has ended here. The caller holds the row lock.
 */
export async function recordFailure(
  db: Db,
  payment: Payment,
  reported: GatewayFailure | undefined,
): Promise<void> {
  const failure = reported === undefined ? null : cleanFailure(reported);
  if (failure === null || payment.status === "SUCCESS") return;
  if (failure.code === payment.failure?.code && failure.message === payment.failure.message) return;
  await savePaymentFailure(db, payment.merchantId, payment.id, failure);
}
