import { amountLimit, type Role, roleAllows } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import type { OwnLimitView } from "@/lib/refunds/refund-form-view";
import { countsAgainstBalance, type RefundIntent } from "../domain/refund-intent";

/** How much of one payment a person's role refunds, in paise, and what is left of it for this payment. */
export type OwnLimit = { limitPaise: bigint; leftPaise: bigint; mayRequest: boolean };

type Payment = {
  currency: string;
  /** All refunds of the payment. */
  intents: readonly RefundIntent[];
  /** One that is not counted: it is decided now. */
  but?: string;
};

/**
 * The limit of `role`, which the person has now and not when their request began; null for somebody without one. Null
 * where the role refunds any amount. The caller holds the lock on the payment's ledger.
 */
export function limitNow(role: Role | null, personId: string, payment: Payment): OwnLimit | null {
  if (role === null || !roleAllows(role, "refund_payment"))
    return { limitPaise: 0n, leftPaise: 0n, mayRequest: false };
  return ownLimitOf(role, personId, payment);
}

/** All that the person has refunded of the payment counts, so that no refund is split to get below the limit. */
export function ownLimitOf(
  role: Role,
  personId: string,
  { currency, intents, but }: Payment,
): OwnLimit | null {
  const limitPaise = amountLimit(role, "refund_payment", currency);
  if (limitPaise === null) return null;
  const usedPaise = intents
    .filter(
      (intent) => intent.requestedById === personId && intent.id !== but && countsAgainstBalance(intent),
    )
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0n);
  const leftPaise = limitPaise > usedPaise ? limitPaise - usedPaise : 0n;
  return { limitPaise, leftPaise, mayRequest: roleAllows(role, "request_refund") };
}

export function presentOwnLimit({ limitPaise, leftPaise, mayRequest }: OwnLimit): OwnLimitView {
  return { limit: formatPaise(limitPaise), left: formatPaise(leftPaise), mayRequest };
}
