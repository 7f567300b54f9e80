import type { LineResult } from "@/lib/payments/lines-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";

/** A line that found exactly one payment means it; of several payments nobody knows which one is meant. */
export function onlyPaymentOf(line: LineResult): PaymentListItem | null {
  return line.kind === "found" && !line.isMore && line.payments.length === 1
    ? (line.payments[0] ?? null)
    : null;
}
