import type { MoneyState, OpenAlert } from "@/lib/contract/payment-alerts";
import type { RefundTotals } from "../refunds/refund";

/** What refunds and disputes of a paid payment come to; `MONEY_STATE` of the search says the same of refunds in SQL. */
export function moneyStateOf(
  amountPaise: bigint,
  { refundedPaise, inProgressPaise }: RefundTotals,
  alert: OpenAlert | null,
): MoneyState {
  if (alert === "disputed" || alert === "charged_back") return "disputed";
  if (refundedPaise >= amountPaise) return "refunded";
  if (refundedPaise > 0n) return "partly_refunded";
  return inProgressPaise > 0n ? "refund_in_progress" : "paid";
}
