import type { Db } from "@/server/platform/pool";
import { cleanFailure } from "../../domain/payments/failure";
import type { Payment } from "../../domain/payments/payment";
import { isMapped } from "../../gateway/decline-reasons";
import type { GatewayFailure } from "../../gateway/port";
import { savePaymentFailure } from "../../store/payments/payment-failure";
import type { Deps } from "../deps";

/**
 * Keeps the gateway's reason with a payment that was not paid (decision 0312). A gateway may give it only when its
 * checkout is closed, after the payment has ended here. The caller holds the row lock. A code that the vendor's map lacks
 * is counted, so that an operator sees it (decision 0312).
 */
export async function recordFailure(
  { metrics, logger }: Pick<Deps, "metrics" | "logger">,
  db: Db,
  payment: Payment,
  reported: GatewayFailure | undefined,
): Promise<void> {
  const failure = reported === undefined ? null : cleanFailure(reported);
  if (failure === null || payment.status === "SUCCESS") return;
  if (failure.code === payment.failure?.code && failure.message === payment.failure.message) return;
  await savePaymentFailure(db, payment.merchantId, payment.id, failure);
  const { gateway } = payment;
  if (gateway === null || failure.code === null) return;
  if (isMapped(gateway, failure.code)) return;
  metrics.declineCodeUnmapped(gateway);
  logger.warn({ gateway, code: failure.code, payment: payment.id }, "a gateway's decline code is not mapped");
}
