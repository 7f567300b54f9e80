import type { Ctx } from "../../context";
import { sumManualRefundsOfEach } from "../../refunds/store";
import { lessManualRefunds, type ListedPayment, type ServicePayment } from "../domain/payment-item";

/** The service's payments with what the dashboard knows of money returned without a gateway, read in one query. */
export async function lessManualRefundsOf<
  Payment extends Pick<ServicePayment, "transaction_id" | "remaining_amount">,
>(
  ctx: Ctx,
  payments: readonly Payment[],
): Promise<(Payment & Pick<ListedPayment, "manual_refund_amount">)[]> {
  const ids = payments.map(({ transaction_id: id }) => id);
  const manual = ids.length === 0 ? new Map<string, bigint>() : await sumManualRefundsOfEach(ctx.pool, ids);
  return payments.map((payment) => lessManualRefunds(payment, manual.get(payment.transaction_id) ?? 0n));
}
