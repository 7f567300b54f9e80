import { parseAmount } from "@/lib/money";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import type { PaymentStateView } from "@/lib/payments/payment-state";
import type { PaymentView } from "@/lib/payments/payment-view";
import { mapLimited } from "@/server/platform/map-limited";
import type { Ctx } from "../../context";
import { balanceOf, presentBalance } from "../../refunds/domain";
import { listIntentsOfPayment } from "../../refunds/store";
import type { SummedPayment } from "../domain/customer-totals";
import { stateOf } from "../domain/payment-item";
import { presentSeenItem } from "../domain/seen-payment";
import { withOwnAmountsOf } from "./with-own-amounts";

/** Each reads a table of the dashboard's own database. */
const AT_ONCE = 4;

/**
 * What was refunded of payments, in their order, as far as this dashboard knows: the specification's answers say nothing of
 * refunds made outside it.
 */
export async function sumRefundsMadeHere(
  ctx: Ctx,
  payments: readonly PaymentListItem[],
): Promise<SummedPayment[]> {
  return withOwnAmountsOf(ctx, await mapLimited(payments, AT_ONCE, (payment) => refundsOf(ctx, payment)));
}

async function refundsOf(
  ctx: Ctx,
  payment: PaymentListItem,
): Promise<Omit<SummedPayment, "manual_refund_amount" | "unknown_refund_amount">> {
  const { transactionId, amount, currency, status, isTest } = payment;
  const record = {
    transaction_id: transactionId,
    transaction_amount: amount,
    transaction_status: status,
    currency,
    test: isTest,
  };
  const paid = parseAmount(amount);
  if (status !== "SUCCESS" || !paid.ok)
    return { ...record, refunded_amount: "0.00", in_progress_amount: "0.00", remaining_amount: "0.00" };
  const intents = await listIntentsOfPayment(ctx.pool, transactionId);
  // Manual refunds are summed apart, and what approvals and requests reserve is not refunded yet.
  const holds = { intents, awaitingPaise: 0n, approvedPaise: 0n, manualPaise: 0n, requestedPaise: 0n };
  const balance = presentBalance(balanceOf({ paidPaise: paid.value, service: null, reported: null, holds }));
  return {
    ...record,
    refunded_amount: balance.refunded,
    in_progress_amount: balance.inProgress,
    remaining_amount: balance.left,
  };
}

/** Items of a list with what was refunded of them here, and the state that follows from it. */
export async function withRefundsMadeHere(
  ctx: Ctx,
  payments: readonly PaymentListItem[],
): Promise<PaymentListItem[]> {
  const summed = await sumRefundsMadeHere(ctx, payments);
  return payments.map((payment, index) => withRefunds(payment, summed[index], ctx.clock.now()));
}

/** Records of the specification in the state that follows from what was refunded of them here. */
export async function statedByLedger(
  ctx: Ctx,
  payments: readonly PaymentView[],
): Promise<(PaymentView & { state: PaymentStateView })[]> {
  const now = ctx.clock.now();
  const items = await withRefundsMadeHere(
    ctx,
    payments.map((payment) => presentSeenItem(payment, now)),
  );
  return payments.map((payment, index) => {
    const state = items[index]?.state;
    if (state === undefined) throw new Error("a payment without its item");
    return { ...payment, state };
  });
}

/** The payment with its refunds, as a list shows it. One that was last seen is in the state that it had then. */
export function withRefunds(
  payment: PaymentListItem,
  summed: SummedPayment | undefined,
  now: Date,
): PaymentListItem {
  const shown = (amount = "0.00"): string | null => (amount === "0.00" ? null : amount);
  const { createdAt, seenAt } = payment;
  return {
    ...payment,
    ...(summed !== undefined && {
      state: stateOf(
        { ...summed, transaction_date_time: createdAt },
        seenAt === undefined ? now : new Date(seenAt),
      ),
    }),
    refunded: shown(summed?.refunded_amount),
    inProgress: shown(summed?.in_progress_amount),
    manual: shown(summed?.manual_refund_amount),
  };
}
