import { setTimeout as sleep } from "node:timers/promises";
import { keptSince } from "../store/payments/old-payments";
import type { Deps } from "../usecases/deps";
import { deleteOldPayments } from "../usecases/payments/delete-old-payments";

const POLL_EVERY_MS = 60 * 60_000;
/** Deleting a thousand payments a second is faster than they arrive, and leaves the database to the requests. */
const PAUSE_MS = 1_000;

/**
 * Deletes old payments now and every hour. Not a job of the queue: a process without a configured retention neither
 * takes it over nor inherits it, and several processes that have one avoid each other by row locks.
 */
export function startRetention(deps: Deps, keepDays: number): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      try {
        const before = await keptSince(deps.pool, deps.clock.now(), keepDays);
        await deleteOldPayments(deps, before, { signal, pauseMs: PAUSE_MS });
      } catch (error) {
        deps.logger.error({ err: error }, "old payments could not be deleted");
      }
      await sleep(POLL_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
