import { parseAmount } from "@/lib/money";

/** What the typed amount would do to the remaining balance. */
export type RefundPreview =
  | { kind: "empty" }
  | { kind: "malformed" }
  | { kind: "zero" }
  /** More digits than any amount has (decision 0025). */
  | { kind: "too_large"; leftPaise: bigint }
  | { kind: "exceeds"; amountPaise: bigint; leftPaise: bigint }
  | { kind: "possible"; amountPaise: bigint; leftAfterPaise: bigint };

/** A preview only, by the grammar of decision 0025: the server checks again under its lock, then the service. */
export function previewRefund(typed: string, left: string): RefundPreview {
  if (typed === "") return { kind: "empty" };
  const amount = parseAmount(typed);
  const balance = parseAmount(left);
  if (!balance.ok) return { kind: "malformed" };
  if (!amount.ok) {
    return amount.error === "too_large"
      ? { kind: "too_large", leftPaise: balance.value }
      : { kind: "malformed" };
  }
  if (amount.value === 0n) return { kind: "zero" };
  if (amount.value > balance.value) {
    return { kind: "exceeds", amountPaise: amount.value, leftPaise: balance.value };
  }
  return { kind: "possible", amountPaise: amount.value, leftAfterPaise: balance.value - amount.value };
}
