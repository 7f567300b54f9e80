import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { beginSettling, findMerchantsToSum, isSettled, sumFurther } from "../../store/payments/payment-sums";
import type { Deps } from "../deps";

/** The wait for open transactions: most take milliseconds, and the next run finds longer ones ended. */
const WAIT_FOR_OTHERS_MS = 5_000;
const POLL_AGAIN_MS = 50;
/** A run is short, so that the worker's other jobs are not delayed and a stop need not wait. */
const MOST_MERCHANTS = 100;
const RUN_MS = 2_000;

/** Merchants whose last step failed in this process: they come last, because a step may fail slowly. */
const failingSums = new WeakMap<Pool, Set<number>>();

/**
 * Sums the payments of the past (decision 0186), one step per merchant. Counts are exact whether or not it has run,
 * because they also read what is not summed yet. Returns whether another run would find more.
 */
export async function sumPayments(deps: Pick<Deps, "pool" | "logger">): Promise<boolean> {
  const until = await settledUntil(deps);
  if (until === null) {
    deps.logger.warn("payments are not summed while a transaction stays open: counts read them one by one");
    return false;
  }
  const failing = failingSums.get(deps.pool) ?? new Set<number>();
  failingSums.set(deps.pool, failing);
  const merchants = await findMerchantsToSum(deps.pool, until, {
    limit: MOST_MERCHANTS,
    last: [...failing],
  });
  const endAt = performance.now() + RUN_MS;
  let isMore = merchants.length === MOST_MERCHANTS;
  let hasWorked = false;
  for (const merchantId of merchants) {
    if (hasWorked && performance.now() > endAt) return true;
    try {
      const isBehind = await inTransaction(deps.pool, (db) => sumFurther(db, merchantId, until));
      isMore = isMore || isBehind;
      hasWorked = true;
      failing.delete(merchantId);
    } catch (error) {
      // An error at one merchant must not keep the counts of all others slow.
      failing.add(merchantId);
      deps.logger.error({ err: error, merchant: merchantId }, "a merchant's payments could not be summed");
    }
  }
  return isMore && hasWorked;
}

async function settledUntil(deps: Pick<Deps, "pool">): Promise<Date | null> {
  const settling = await beginSettling(deps.pool);
  const giveUpAt = performance.now() + WAIT_FOR_OTHERS_MS;
  while (!(await isSettled(deps.pool, settling))) {
    if (performance.now() >= giveUpAt) return null;
    await sleep(POLL_AGAIN_MS);
  }
  return settling.until;
}
