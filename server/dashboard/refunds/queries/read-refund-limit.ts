import type { Db } from "@/server/platform/pool";
import { canNeedApproval, limitOfRole } from "../../approvals/domain";
import { listApprovalRulesFor } from "../../approvals/store";
import type { Actor } from "../../auth/actor";
import type { RefundLimit } from "../domain/may-refund";
import { sumUnapproved } from "../store/held-amounts";

const MINUTE_MS = 60_000;

/**
 * The limit for a person's next refund of a payment; null when none applies. Earlier refunds of the payment within the
 * limit's period that had no second person count too, of all people (decision 0120). Decides nothing unless the caller
 * holds the lock on the payment's ledger.
 */
export async function readRefundLimit(
  db: Db,
  { role }: Pick<Actor, "role">,
  payment: { transactionId: string; currency: string },
  at: Date,
): Promise<RefundLimit | null> {
  if (!canNeedApproval(role)) return null;
  const limit = limitOfRole(role, await listApprovalRulesFor(db, role), payment.currency);
  if (limit === null) return null;
  const since = new Date(at.getTime() - limit.lifetimeMinutes * MINUTE_MS);
  const counted = await sumUnapproved(db, [payment.transactionId], since);
  return { role, limit, countedPaise: counted.get(payment.transactionId) ?? 0n };
}
