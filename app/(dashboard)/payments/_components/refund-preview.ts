import { exceedsThreshold } from "@/lib/approvals/exceeds-threshold";
import { paiseOf, parseAmount } from "@/lib/money";
import type { ApprovalLimitView } from "@/lib/refunds/refund-form-view";
import { parseTypedAmount } from "@/lib/typed-amount";

/** What the typed amount would do to the remaining balance. */
export type RefundPreview =
  | { kind: "empty" }
  | { kind: "malformed" }
  | { kind: "other_currency" }
  | { kind: "zero" }
  /** More digits than any amount has (decision 0025). */
  | { kind: "too_large"; leftPaise: bigint }
  | { kind: "exceeds"; amountPaise: bigint; leftPaise: bigint }
  | { kind: "possible"; amountPaise: bigint; leftAfterPaise: bigint };

/** A preview only: the server checks again under its lock, then the service. */
export function previewRefund(typed: string, left: string, currency: string): RefundPreview {
  if (typed.trim() === "") return { kind: "empty" };
  const amount = parseTypedAmount(typed, currency);
  const balance = parseAmount(left);
  if (!balance.ok) return { kind: "malformed" };
  if (!amount.ok) {
    return amount.error === "too_large"
      ? { kind: "too_large", leftPaise: balance.value }
      : { kind: amount.error };
  }
  if (amount.value === 0n) return { kind: "zero" };
  if (amount.value > balance.value) {
    return { kind: "exceeds", amountPaise: amount.value, leftPaise: balance.value };
  }
  return { kind: "possible", amountPaise: amount.value, leftAfterPaise: balance.value - amount.value };
}

/** Half of a balance, rounded down to the paisa. */
export function halfOf(leftPaise: bigint): bigint {
  return leftPaise / 2n;
}

/** The limit that the amount exceeds, so that it needs approval; null when it needs none. The server decides again. */
export function exceededLimit(
  preview: RefundPreview,
  limit: ApprovalLimitView | null,
): { thresholdPaise: bigint | null; countedPaise: bigint } | null {
  if (preview.kind !== "possible" || limit === null) return null;
  const thresholdPaise = limit.threshold === null ? null : paiseOf(limit.threshold);
  const countedPaise = paiseOf(limit.counted);
  return exceedsThreshold({ thresholdPaise }, preview.amountPaise, countedPaise)
    ? { thresholdPaise, countedPaise }
    : null;
}
