import type { Ctx } from "../../context";
import { type OwnRefunds, sumOwnOfEach } from "../../refunds/store";
import { type OwnAmounts, type ServicePayment, withOwnAmounts } from "../domain/payment-item";

const NOTHING: OwnRefunds = { manualPaise: 0n, unknownPaise: 0n };

/** The service's payments with what this dashboard alone knows of them, read in one query. */
export async function withOwnAmountsOf<
  Payment extends Pick<ServicePayment, "transaction_id" | "remaining_amount">,
>(ctx: Ctx, payments: readonly Payment[]): Promise<(Payment & OwnAmounts)[]> {
  const own = await sumOwnOfEach(
    ctx.pool,
    payments.map(({ transaction_id: id }) => id),
  );
  return payments.map((payment) => withOwnAmounts(payment, own.get(payment.transaction_id) ?? NOTHING));
}
