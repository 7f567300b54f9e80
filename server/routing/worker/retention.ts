import { setTimeout as sleep } from "node:timers/promises";
import { keptSince } from "../store/payments/old-payments";
import type { Deps } from "../usecases/deps";
import { deleteOldPayments } from "../usecases/payments/delete-old-payments";

const POLL_EVERY_MS = 60 * 60_000;
/** A thousand payments a second are more than come, and leave the database to those who wait for it. */
const PAUSE_MS = 1_000;

/**
 * Has old payments forgotten, now and every hour. No job of the queue: a process that was not told how long to keep them neither takes
 * this over nor is left with it, and several that were stay out of each other's way by the rows that they lock.
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
        deps.logger.error({ err: error }, "old payments could not be forgotten");
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
