import { inTransaction } from "@/server/platform/transaction";
import { expireIfOver } from "../commands/lock-for-decision";
import type { Services } from "../../runtime";
import { lockApproval } from "../store/approvals";

/** Expires an undecided request for approval and releases its reservation. Safe to repeat. Returns when it is over, in milliseconds, if it waits. */
export async function expireApproval(services: Services, approvalId: string): Promise<number | null> {
  const at = services.clock.now();
  return inTransaction(services.pool, async (db) => {
    const approval = await lockApproval(db, approvalId);
    if (approval === null || approval.state !== "WAITING") return null;
    if (await expireIfOver(db, approval, at)) return null;
    return approval.expiresAt.getTime() - at.getTime();
  });
}
