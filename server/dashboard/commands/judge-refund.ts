import type { Db } from "@/server/platform/pool";
import { exceedsThreshold, isApprovalRole, type ApprovalRule } from "../domain/approval";
import type { Actor } from "../auth/actor";
import { findApprovalRule } from "../store/approval-rules";
import { sumUnapproved } from "../store/approval-sums";

const MINUTE_MS = 60_000;

/** The rule that a refund is above, and what was counted with it. */
export type Exceeded = { rule: ApprovalRule; countedPaise: bigint };

/**
 * Whether a refund has to wait for a second person; null when it may go at once. What was refunded on the payment within
 * the rule's life time without a second person counts with it, whoever did it (decision 0120). The caller holds the
 * payment's ledger, so nothing can slip in between.
 */
export async function judgeRefund(
  db: Db,
  actor: Actor,
  refund: { transactionId: string; amountPaise: bigint; currency: string },
  at: Date,
): Promise<Exceeded | null> {
  if (!isApprovalRole(actor.role)) return null;
  const rule = await findApprovalRule(db, actor.role, refund.currency);
  if (rule === null) return null;
  const since = new Date(at.getTime() - rule.lifetimeMinutes * MINUTE_MS);
  const counted = await sumUnapproved(db, [refund.transactionId], since);
  const countedPaise = counted.get(refund.transactionId) ?? 0n;
  return exceedsThreshold(rule, refund.amountPaise, countedPaise) ? { rule, countedPaise } : null;
}
