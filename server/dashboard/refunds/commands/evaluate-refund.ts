import { exceedsThreshold } from "@/lib/approvals/exceeds-threshold";
import type { Db } from "@/server/platform/pool";
import type { Actor } from "../../auth/actor";
import { readRefundLimit, type RefundLimit } from "../queries/read-refund-limit";

/**
 * The limit that a refund exceeds, so that it needs approval; null when it needs none. The caller holds the lock on the
 * payment's ledger, so that no refund is made in between.
 */
export async function evaluateRefund(
  db: Db,
  actor: Actor,
  refund: { transactionId: string; amountPaise: bigint; currency: string },
  at: Date,
): Promise<RefundLimit | null> {
  const found = await readRefundLimit(db, actor, refund, at);
  if (found === null) return null;
  return exceedsThreshold(found.limit, refund.amountPaise, found.countedPaise) ? found : null;
}
