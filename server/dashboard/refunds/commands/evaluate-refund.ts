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

/** The limit that a refund is above, and what was counted with it. */
export type Exceeded = { role: ApprovalRole; limit: ApprovalLimit; countedPaise: bigint };

/**
 * Whether a refund has to wait for a second person; null when it may go at once. What was refunded on the payment within
 * the limit's life time without a second person counts with it, whoever did it (decision 0120). The caller holds the
 * payment's ledger, so nothing can slip in between.
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
