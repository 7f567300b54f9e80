import { findStalledPayments } from "../store/stalled";
import type { Deps } from "./deps";
import { schedulePoll } from "./payments/schedule-lookup";

const LIMIT = 500;

type Stalled = Awaited<ReturnType<typeof findStalledPayments>>;

/**
 * Polled payments without a job. Every job is written together with the change that needs it and schedules its successor, so
 * only an accident to the job tables can cause this. At most {@link LIMIT}; the next sweep finds the rest.
 */
export function findStalled(deps: Deps): Promise<Stalled> {
  return findStalledPayments(deps.pool, LIMIT);
}

/** Adds a new job for each payment that lost its own; job keys prevent duplicates. True when there may be more. */
export async function resumeStalled(deps: Deps, stalled: Stalled): Promise<boolean> {
  for (const payment of stalled) await schedulePoll(deps, deps.pool, payment, 0);
  if (stalled.length > 0)
    deps.logger.warn({ found: stalled.length }, "payments that had lost their job were given a new one");
  return stalled.length >= LIMIT;
}
