import { runExclusive } from "@/server/platform/run-exclusive";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { countsOf } from "../commands/steer-bulk-run";
import type { Services } from "../../runtime";
import { readBulkRest, recoverBulkRows, stopReadyBulkRows } from "../store/bulk-row-moves";
import { lockBulkRun, markBulkOver } from "../store/bulk-runs";
import { hasUnknownRows } from "../store/bulk-unknown-cancels";
import { notifyRunEnded } from "../store/notify-run";
import { holdWorkFromBackup } from "./hold-work-from-backup";
import { pollCancels } from "../store/bulk-cancel-polls";
import { FIRST_POLL_MS, OFTEN_POLLS } from "./resolve-bulk-cancels";
import { bulkTurns } from "./bulk-turns";
import { sendBulkBatch } from "./send-bulk-batch";

const BUSY_MS = 1_000;
const POLL_AGAIN_MS = 2_000;

/**
 * Sends one batch of a run. Returns when to go on, in milliseconds; null when nothing is left to do. One run sends at a time across all
 * processes, and each batch is short: runs alternate, and a bulk run never occupies more than one worker or a few of
 * the connections that single refunds need (0123). The runs of all accounts together leave workers to other jobs ({@link bulkTurns}).
 */
export async function continueBulkRun(
  services: Services,
  runId: string,
  options: { rowsPerBatch?: number } = {},
): Promise<number | null> {
  await holdWorkFromBackup(services);
  const turn = await bulkTurns.take(`send ${services.account.id}`, services.elapsedMs, () =>
    runExclusive(services.pool, "continue-bulk-run", () =>
      sendBulkBatch(services, runId, options.rowsPerBatch),
    ),
  );
  return turn === null || turn.kind === "busy" ? BUSY_MS : endTurn(services, runId);
}

/** Recovers rows whose process died, completes a run with no rows left, and returns when to run again. */
async function endTurn(services: Services, runId: string): Promise<number | null> {
  return inTransaction(services.pool, async (db) => {
    const run = await lockBulkRun(db, runId);
    if (run === null || run.startedAt === null) return null;
    const at = services.clock.now();
    await recoverBulkRows(db, runId);
    if (run.endedAt !== null) await stopReadyBulkRows(db, runId);
    if (run.kind === "cancel" && (await hasUnknownRows(db, runId))) {
      await pollCancels(db, runId, { dueInMs: FIRST_POLL_MS, most: OFTEN_POLLS });
    }
    const rest = await readBulkRest(db, runId, at);
    if (run.state !== "running") return rest.sending > 0 ? POLL_AGAIN_MS : null;
    if (rest.ready === 0 && rest.sending === 0) {
      await markBulkOver(db, runId, "ended", at);
      await notifyRunEnded(db, run, at);
      await recordAudit(db, {
        at,
        actor: "system",
        action: "bulk_ended",
        subject: { kind: "bulk_run", id: runId },
        detail: { kind: run.kind, ...(await countsOf(db, runId)) },
      });
      return null;
    }
    if (run.waitsUntil !== null && run.waitsUntil > at) return run.waitsUntil.getTime() - at.getTime();
    if (rest.sending > 0) return POLL_AGAIN_MS;
    if (rest.isReadyNow || rest.nextAt === null) return 0;
    return Math.max(rest.nextAt.getTime() - at.getTime(), 0);
  });
}
