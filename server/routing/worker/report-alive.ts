import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { retryDuringOutage } from "@/server/platform/retry-during-outage";
import { reportWorker } from "../store/workers/workers";
import type { Deps } from "../usecases/deps";

const EVERY_MS = 2_000;

/** Reports now and every two seconds that this process has the jobs, while it does: a replica is known by it to be fresh, too (0184). */
export async function startReporting(deps: Deps, isAlive: () => boolean): Promise<{ stop(): Promise<void> }> {
  const id = randomUUID();
  await retryDuringOutage(() => reportWorker(deps.sessions, id), deps);
  const stopping = new AbortController();
  const { signal } = stopping;
  let isHeard = true;
  const running = (async () => {
    for (;;) {
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        if (isAlive()) await reportWorker(deps.sessions, id);
        isHeard = true;
      } catch (error) {
        // Once for an outage: each report fails while it lasts.
        if (isHeard) deps.logger.warn({ err: error }, "this worker could not report that it is alive");
        isHeard = false;
      }
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
