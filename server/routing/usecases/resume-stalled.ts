import { findStalledRefunds, findStalledReversals, findStalledPayments } from "../store/stalled";
import type { Deps } from "./deps";
import { scheduleRefund, scheduleReversal } from "./reversals/schedule-refund-jobs";
import { schedulePoll } from "./payments/schedule-lookup";

const LIMIT = 500;

type Stalled = {
  refunds: Awaited<ReturnType<typeof findStalledRefunds>>;
  reversals: Awaited<ReturnType<typeof findStalledReversals>>;
  payments: Awaited<ReturnType<typeof findStalledPayments>>;
};

/**
 * Unfinished work without a job. Every job is written together with the change that needs it and schedules its
 * successor, so only an accident to the job tables can cause this. At most {@link LIMIT} of each kind; the next sweep
 * finds the rest.
 */
export async function findStalled(deps: Deps): Promise<Stalled> {
  const [refunds, reversals, payments] = await Promise.all([
    findStalledRefunds(deps.pool, LIMIT),
    findStalledReversals(deps.pool, LIMIT),
    findStalledPayments(deps.pool, LIMIT),
  ]);
  return { refunds, reversals, payments };
}

/** Adds a new job for all work that lost its own; job keys prevent duplicates. True when there may be more. */
export async function resumeStalled(deps: Deps, stalled: Stalled): Promise<boolean> {
  for (const refund of stalled.refunds) await scheduleRefund(deps.pool, refund);
  for (const reversal of stalled.reversals) await scheduleReversal(deps.pool, reversal);
  for (const payment of stalled.payments) await schedulePoll(deps, deps.pool, payment, 0);
  const found = stalled.refunds.length + stalled.reversals.length + stalled.payments.length;
  if (found > 0) deps.logger.warn({ found }, "work that had lost its job was given a new one");
  return Object.values(stalled).some((of) => of.length >= LIMIT);
}
