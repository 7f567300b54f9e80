import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseOutage } from "@/server/platform/pool";
import { listMerchantIds } from "../../store/keys/merchants";
import { deleteFindingsBefore, deleteRunsBefore } from "../../store/reconciliation/old-runs";
import type { Deps } from "../deps";

const MOST_AT_ONCE = 1_000;

type Pace = { signal: AbortSignal; pauseMs: number };

/**
 * Deletes reconciliation runs that ended before, and findings that were closed before and are needed no more (0288): each
 * merchant's oldest first, a thousand per statement, with a pause after each. Stops between two when `signal` is aborted.
 */
export async function deleteOldRuns(
  { pool, logger }: Pick<Deps, "pool" | "logger">,
  before: Date,
  pace: Pace,
): Promise<void> {
  for (const merchantId of await listMerchantIds(pool)) {
    try {
      const findings = await inBatches(pace, (limit) =>
        deleteFindingsBefore(pool, merchantId, before, limit),
      );
      const runs = await inBatches(pace, (limit) => deleteRunsBefore(pool, merchantId, before, limit));
      if (findings + runs > 0)
        logger.info({ merchant: merchantId, runs, findings, before }, "old reconciliations were deleted");
    } catch (error) {
      if (isDatabaseOutage(error)) throw error;
      // An error at one merchant must not keep those of all others.
      logger.error(
        { err: error, merchant: merchantId },
        "a merchant's old reconciliations could not be deleted",
      );
    }
  }
}

async function inBatches(
  { signal, pauseMs }: Pace,
  deleteSome: (limit: number) => Promise<number>,
): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    const deleted = await deleteSome(MOST_AT_ONCE);
    count += deleted;
    if (deleted < MOST_AT_ONCE) break;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return count;
}
