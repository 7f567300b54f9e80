import { findStalledRefunds, findStalledReversals, findUnwatchedPayments } from "../store/stalled";
import type { Deps } from "./deps";
import { planRefund, planReversal } from "./reversals/schedule-refund-jobs";
import { planWatch } from "./payments/schedule-lookup";

const LIMIT = 500;

export type Stalled = {
  refunds: Awaited<ReturnType<typeof findStalledRefunds>>;
  reversals: Awaited<ReturnType<typeof findStalledReversals>>;
  payments: Awaited<ReturnType<typeof findUnwatchedPayments>>;
};

/**
 * What has not ended and has no job, which only an accident to the job tables can bring about: every job is written with
 * the change that needs it, and plans its successor. At most {@link LIMIT} of each; the next sweep finds the rest.
 */
export async function findStalled(deps: Deps): Promise<Stalled> {
  const [refunds, reversals, payments] = await Promise.all([
    findStalledRefunds(deps.pool, LIMIT),
    findStalledReversals(deps.pool, LIMIT),
    findUnwatchedPayments(deps.pool, LIMIT),
  ]);
  return { refunds, reversals, payments };
}

/**
 * Gives a new job to everything that lost its own. The jobs' keys keep a second one from beginning. True when more may have lost
 * theirs.
 */
export async function resumeStalled(deps: Deps, stalled: Stalled): Promise<boolean> {
  for (const refund of stalled.refunds) await planRefund(deps.pool, refund);
  for (const reversal of stalled.reversals) await planReversal(deps.pool, reversal);
  for (const payment of stalled.payments) await planWatch(deps, deps.pool, payment, 0);
  const found = stalled.refunds.length + stalled.reversals.length + stalled.payments.length;
  if (found > 0) deps.logger.warn({ found }, "work that had lost its job was given a new one");
  return Object.values(stalled).some((of) => of.length >= LIMIT);
}
