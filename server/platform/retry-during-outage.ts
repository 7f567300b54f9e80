import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "./log";
import { isDatabaseOutage } from "./pool";

/** A Postgres that was killed accepts connections again within a few seconds. */
const LIMIT_MS = 5_000;
const PAUSE_MS = 200;

/**
 * Retries a step of a start for a few seconds while the database does not respond. `work` must be safe to repeat and
 * leave nothing open when it throws. A process that ended instead would load all its code again, and wait longer each
 * time (decision 0230).
 */
export async function retryDuringOutage<T>(
  work: () => Promise<T>,
  { logger, limitMs = LIMIT_MS }: { logger: Logger; limitMs?: number },
): Promise<T> {
  const endsAt = performance.now() + limitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseOutage(error) || performance.now() >= endsAt) throw error;
      logger.warn({ err: error }, "the database does not answer; the start goes on when it does");
      await sleep(PAUSE_MS);
    }
  }
}
