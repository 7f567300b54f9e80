import { amountLimit, type Role, roleAllows } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import type { OwnLimitView } from "@/lib/refunds/refund-form-view";
import type { Db } from "@/server/platform/pool";
import { lockActiveRole } from "../../people/store";
import type { Actor } from "../../auth/actor";
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
 * The limit of the role that the person has now: what it allows is locked until the transaction ends, so that a change is
 * seen before or after. Null where the role refunds any amount. The caller holds the lock on the payment's ledger.
 */
export async function readOwnLimit(
  db: Db,
  actor: Pick<Actor, "userId" | "role">,
  payment: Payment,
): Promise<OwnLimit | null> {
  if (typeof actor.role === "string") return null;
  const role = await lockActiveRole(db, actor.userId);
  if (role === null || !roleAllows(role, "refund_payment"))
    return { limitPaise: 0n, leftPaise: 0n, mayRequest: false };
  return ownLimitOf(role, actor.userId, payment);
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
