import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../runtime";
import { listWaitingApprovals } from "../store/approvals";
import { listOpenIntents } from "../store/refund-intents";
import { listUnderWay } from "../store/tracked-refunds";
import {
  scheduleBulkCancels,
  scheduleBulkCheck,
  scheduleBulkRun,
  scheduleExpiry,
  scheduleResolve,
  scheduleSumming,
  scheduleTracking,
} from "./schedule";
import { listLiveBulkRuns } from "../store/bulk-runs";
import { listRunsWithUnknownCancels } from "../store/bulk-unknown-cancels";

const MAX_RESUMED = 10_000;

/**
 * At start, gives every refund that is not settled, and every bulk run, its job anew: one that failed too often, or a database that was
 * restored without its jobs, must not leave money in the dark.
 */
export async function resumeJobs(services: Services): Promise<void> {
  await inTransaction(services.pool, async (db) => {
    for (const intent of await listOpenIntents(db, MAX_RESUMED)) {
      await scheduleResolve(db, intent.id, { delayMs: 0, attempt: 0 });
    }
    const nowMs = services.clock.now().getTime();
    for (const refund of await listUnderWay(db, MAX_RESUMED)) {
      const delayMs = Math.max(0, refund.nextCheckAt.getTime() - nowMs);
      await scheduleTracking(db, refund, { delayMs, onWaiting: "keep" });
    }
    const waiting = await listWaitingApprovals(db, { after: null, limit: MAX_RESUMED });
    for (const { id, expiresAt } of waiting) {
      await scheduleExpiry(db, id, expiresAt.getTime() - nowMs);
    }
    for (const { id, isChecking } of await listLiveBulkRuns(db, MAX_RESUMED)) {
      await (isChecking ? scheduleBulkCheck : scheduleBulkRun)(db, id, 0);
    }
    for (const runId of await listRunsWithUnknownCancels(db, MAX_RESUMED)) {
      await scheduleBulkCancels(db, runId, { delayMs: 0, attempt: 0 });
    }
    await scheduleSumming(db, 0);
  });
}
