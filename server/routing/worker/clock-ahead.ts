import { readDatabaseClock } from "@/server/platform/database-clock";
import type { Deps } from "../usecases/deps";

/** More than clocks that are kept right differ by. */
const TOLERATED_MS = 10_000;

/**
 * Whether this process's clock is ahead of the database's. The sweeps of such a process would end payments that customers
 * are paying, whose money would be sent back, and delete what is still to be kept (decision 0264).
 */
export async function isClockAhead({ pool, clock, logger }: Deps): Promise<boolean> {
  const aheadMs = clock.now().getTime() - (await readDatabaseClock(pool));
  if (aheadMs <= TOLERATED_MS) return false;
  logger.error(
    { aheadSeconds: Math.round(aheadMs / 1_000) },
    "this machine's clock is ahead of the database's, so its sweeps end and delete nothing: synchronise both with NTP",
  );
  return true;
}
