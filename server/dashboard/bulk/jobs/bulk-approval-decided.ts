import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { countsOf } from "../commands/steer-bulk-run";
import type { Services } from "../../runtime";
import { isAccountClosed } from "../../accounts/store";
import { findApprovalOfRun } from "../../approvals/store";
import { hasBulkBegun } from "../store/bulk-rows";
import { lockBulkRun, markBulkChecked, markBulkPaused, markBulkRunning } from "../store/bulk-runs";
import { notifyRunPaused } from "../store/notify-run";

/**
 * Handles the decision of a second person about a run, or its expiry. An approved run starts for its requester;
 * otherwise it returns to its earlier state and approval can be requested again.
 */
export async function bulkApprovalDecided(services: Services, runId: string): Promise<void> {
  await inTransaction(services.pool, async (db) => {
    const run = await lockBulkRun(db, runId);
    const approval = await findApprovalOfRun(db, runId);
    if (run?.state !== "awaiting_approval" || approval === null || approval.state === "WAITING") return;
    const at = services.clock.now();
    if (approval.state === "APPROVED" && (await isAccountClosed(db))) {
      await markBulkPaused(db, runId, "account_closed");
      await recordAudit(db, {
        at,
        actor: "system",
        action: "bulk_paused",
        subject: { kind: "bulk_run", id: runId },
        detail: { cause: "account_closed", ...(await countsOf(db, runId)) },
      });
      return;
    }
    if (approval.state === "APPROVED") {
      await markBulkRunning(db, runId, approval.requestedById, at);
      await recordAudit(db, {
        at,
        actor: "system",
        action: "bulk_started",
        subject: { kind: "bulk_run", id: runId },
        detail: { kind: run.kind, approvalId: approval.id, ...(await countsOf(db, runId)) },
      });
      return;
    }
    if (await hasBulkBegun(db, runId)) {
      await markBulkPaused(db, runId, "not_approved");
      await notifyRunPaused(db, run, "not_approved", at);
    } else await markBulkChecked(db, runId);
  });
}
