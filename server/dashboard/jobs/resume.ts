import { inTransaction } from "@/server/platform/transaction";
import { isOpen } from "../domain/refund-intent";
import type { Services } from "../runtime";
import { listUnsettledIntents } from "../store/refund-intents";
import { scheduleResolve, scheduleTracking } from "./schedule";

const MAX_RESUMED = 10_000;

/**
 * At start, gives every intent that is not settled its job anew: one that failed too often, or a database that was
 * restored without its jobs, must not leave money in the dark.
 */
export async function resumeJobs(services: Services): Promise<void> {
  await inTransaction(services.pool, async (db) => {
    for (const intent of await listUnsettledIntents(db, MAX_RESUMED)) {
      const now = { delayMs: 0, attempt: 0 };
      if (isOpen(intent)) await scheduleResolve(db, intent.id, now);
      else await scheduleTracking(db, intent.id, now);
    }
  });
}
