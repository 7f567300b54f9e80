import { findRefundHold } from "@/server/platform/refund-hold";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { countsOf } from "../commands/steer-bulk-run";
import type { Services } from "../../runtime";
import { pauseRunsFromBackup, takeRelease, takeRestore } from "../../refunds/store";

const EVERY_REFUND = { kind: "refund_list", id: "" } as const;

/**
 * Pauses, after a restore, the bulk refunds that were in progress in the backup (decision 0237): rows that are ready in
 * it may have been refunded since. Records the hold and its release in the audit log, each once across all processes.
 * Call it before any job begins, and before each batch of a run.
 */
export async function holdWorkFromBackup({ pool, clock }: Services): Promise<void> {
  if ((await findRefundHold(pool)) === null) return;
  await inTransaction(pool, async (db) => {
    const at = clock.now();
    const restore = await takeRestore(db, at);
    if (restore !== null) {
      const paused = await pauseRunsFromBackup(db);
      const backupMadeAt = restore.backupMadeAt.toISOString();
      const detail = { backupMadeAt, restoredAt: restore.restoredAt.toISOString() };
      await recordAudit(db, { at, actor: "system", action: "refunds_held", subject: EVERY_REFUND, detail });
      for (const runId of paused) {
        await recordAudit(db, {
          at,
          actor: "system",
          action: "bulk_paused",
          subject: { kind: "bulk_run", id: runId },
          detail: { cause: "restored", ...(await countsOf(db, runId)) },
        });
      }
    }
    const release = await takeRelease(db, at);
    if (release !== null) {
      const detail = { releasedAt: release.releasedAt.toISOString() };
      await recordAudit(db, {
        at,
        actor: "system",
        action: "refunds_released",
        subject: EVERY_REFUND,
        detail,
      });
    }
  });
}
