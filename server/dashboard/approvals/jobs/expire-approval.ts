import { z } from "zod";
import { inTransaction } from "@/server/platform/transaction";
import { expireIfOver } from "../commands/lock-for-decision";
import type { Services } from "../../runtime";
import { lockApproval } from "../store/approvals";
import { scheduleExpiry } from "../../jobs/schedule";

const payloadSchema = z.object({ approvalId: z.uuid() });

/** Expires an undecided request for approval and releases its reservation. Safe to repeat. */
export async function expireApproval(services: Services, payload: unknown): Promise<void> {
  const { approvalId } = payloadSchema.parse(payload);
  const at = services.clock.now();
  await inTransaction(services.pool, async (db) => {
    const approval = await lockApproval(db, approvalId);
    if (approval === null || approval.state !== "WAITING") return;
    if (await expireIfOver(db, approval, at)) return;
    await scheduleExpiry(db, approval.id, approval.expiresAt.getTime() - at.getTime());
  });
}
