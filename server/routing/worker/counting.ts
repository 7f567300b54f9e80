import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../usecases/deps";
import { countOutcomes } from "../usecases/success-rate/count-outcomes";

const EVERY_MS = 1_000;

/**
 * Counts outcomes for the success rates, every second. Not a job of the queue: a row for each second would cost more than
 * the counting. Several processes avoid each other by a lock.
 */
export function startCounting(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      let mayBeMore = false;
      try {
        mayBeMore = await countOutcomes(deps);
      } catch (error) {
        deps.logger.error({ err: error }, "the outcomes of payments could not be counted");
      }
      if (!mayBeMore) await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
