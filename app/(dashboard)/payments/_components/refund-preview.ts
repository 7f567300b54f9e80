import { exceedsThreshold } from "@/lib/approvals/exceeds-threshold";
import { paiseOf, parseAmount } from "@/lib/money";
import type { ApprovalLimitView } from "@/lib/refunds/refund-form-view";
import { parseTypedAmount } from "@/lib/typed-amount";
import { hasImpossibleFraction, isImpossiblePart } from "@/lib/whole-currencies";

/** What the typed amount would do to the remaining balance. */
export type RefundPreview =
  | { kind: "empty" }
  | { kind: "malformed" }
  | { kind: "other_currency" }
  /** 1,500 can be a thousand or one and a half. */
  | { kind: "two_readings" }
  | { kind: "zero" }
  /** A fraction of a currency that has none, of a balance that has none either. */
  | { kind: "no_decimals" }
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
  if (isImpossiblePart(amount.value, balance.value, currency)) return { kind: "no_decimals" };
  return { kind: "possible", amountPaise: amount.value, leftAfterPaise: balance.value - amount.value };
}

/** Half of a balance, rounded down to the paisa, or to the whole amount of a currency without decimals. */
export function halfOf(leftPaise: bigint, currency: string): bigint {
  const half = leftPaise / 2n;
  return hasImpossibleFraction(half, currency) ? half - (half % 100n) : half;
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
