import type { Db } from "@/server/platform/pool";
import {
  exceedsThreshold,
  isApprovalRole,
  limitFor,
  type ApprovalLimit,
  type ApprovalRole,
} from "../../approvals/domain";
import type { Actor } from "../../auth/actor";
import { listApprovalRulesOf, sumUnapproved } from "../../approvals/store";

const MINUTE_MS = 60_000;

/** The threshold that a refund exceeds, and the amount that was counted with it. */
export type Exceeded = { role: ApprovalRole; limit: ApprovalLimit; countedPaise: bigint };

/**
 * The threshold that a refund exceeds, so that it needs approval; null when it needs none. Earlier refunds of the
 * payment within the threshold's period that had no second person count too, whoever made them (decision 0120). The
 * caller holds the lock on the payment's ledger, so that no refund is made in between.
 */
export async function evaluateRefund(
  db: Db,
  actor: Actor,
  refund: { transactionId: string; amountPaise: bigint; currency: string },
  at: Date,
): Promise<Exceeded | null> {
  const { role } = actor;
  if (!isApprovalRole(role)) return null;
  const limit = limitFor(await listApprovalRulesOf(db, role), refund.currency);
  if (limit === null) return null;
  const since = new Date(at.getTime() - limit.lifetimeMinutes * MINUTE_MS);
  const counted = await sumUnapproved(db, [refund.transactionId], since);
  const countedPaise = counted.get(refund.transactionId) ?? 0n;
  return exceedsThreshold(limit, refund.amountPaise, countedPaise) ? { role, limit, countedPaise } : null;
}
