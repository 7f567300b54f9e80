import { setTimeout as sleep } from "node:timers/promises";
import { keptSince } from "../store/payments/old-payments";
import type { Deps } from "../usecases/deps";
import { deleteOldPayments } from "../usecases/payments/delete-old-payments";
import { deleteOldRuns } from "../usecases/reconcile/delete-old-runs";

const POLL_EVERY_MS = 60 * 60_000;
/** Deleting a thousand payments a second is faster than they arrive, and leaves the database to the requests. */
const PAUSE_MS = 1_000;

/** How many days they are kept; null: for good. */
type Retention = { paymentKeepDays: number | null; reconciliationKeepDays: number | null };

/**
 * Deletes old payments and reconciliations now and every hour. Not a job of the queue: a process without a configured retention neither
 * takes it over nor inherits it, and several processes that have one avoid each other by row locks.
 */
export function startRetention(
  deps: Deps,
  { paymentKeepDays, reconciliationKeepDays }: Retention,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const deleteOld = async (
    keepDays: number | null,
    work: (deps: Deps, before: Date, pace: { signal: AbortSignal; pauseMs: number }) => Promise<void>,
    failure: string,
  ): Promise<void> => {
    if (keepDays === null || signal.aborted) return;
    try {
      const before = await keptSince(deps.pool, deps.clock.now(), keepDays);
      await work(deps, before, { signal, pauseMs: PAUSE_MS });
    } catch (error) {
      deps.logger.error({ err: error }, failure);
    }
  };
  const running = (async () => {
    while (!signal.aborted) {
      // Payments are deleted before the runs: what was settled about a payment goes with it.
      await deleteOld(paymentKeepDays, deleteOldPayments, "old payments could not be deleted");
      await deleteOld(reconciliationKeepDays, deleteOldRuns, "old reconciliations could not be deleted");
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
