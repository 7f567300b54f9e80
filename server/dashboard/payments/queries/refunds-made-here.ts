import { parseAmount } from "@/lib/money";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { mapLimited } from "@/server/platform/map-limited";
import type { Ctx } from "../../context";
import { balanceOf, presentBalance } from "../../refunds/domain";
import { listIntentsOfPayment } from "../../refunds/store";
import type { SummedPayment } from "../domain/customer-totals";
import { lessManualRefundsOf } from "./less-manual-refunds";

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
  return lessManualRefundsOf(ctx, await mapLimited(payments, AT_ONCE, (payment) => refundsOf(ctx, payment)));
}

async function refundsOf(
  ctx: Ctx,
  payment: PaymentListItem,
): Promise<Omit<SummedPayment, "manual_refund_amount">> {
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

/** The payment with its refunds, as a list shows it. */
export function withRefunds(payment: PaymentListItem, summed: SummedPayment | undefined): PaymentListItem {
  const shown = (amount = "0.00"): string | null => (amount === "0.00" ? null : amount);
  return {
    ...payment,
    refunded: shown(summed?.refunded_amount),
    inProgress: shown(summed?.in_progress_amount),
    manual: shown(summed?.manual_refund_amount),
  };
}
