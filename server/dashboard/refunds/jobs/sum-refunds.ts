import { setTimeout as wait } from "node:timers/promises";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../../runtime";
import { findDaysToSum, sumDay } from "../store/refund-sums";
import { scheduleSumming } from "../../jobs/schedule";

const AGAIN_MS = 10 * 60_000;
/** After changes of refunds of the past, which took their days' sums away, or while they are made without a pause. */
const SOON_MS = 5_000;
const DAYS_AT_ONCE = 100;
const TRIES = 20;
const PAUSE_MS = 50;

/** Sums past days of refunds (decision 0188). Totals are exact whether or not it has run: they read what is not summed. */
export async function sumRefunds(services: Services): Promise<void> {
  // Planned before the work, so that a run that fails or is killed has a successor already.
  await scheduleSumming(services.pool, AGAIN_MS);
  const days = await findDaysToSum(services.pool, services.clock.now(), DAYS_AT_ONCE);
  let isThrough = days.length < DAYS_AT_ONCE;
  for (const day of days) {
    if (await sumWhenQuiet(services, day)) continue;
    isThrough = false;
    break;
  }
  if (!isThrough) await scheduleSumming(services.pool, SOON_MS);
}

/** Never stands in line for the lock: whoever changes a refund would have to stand behind it. */
async function sumWhenQuiet({ pool }: Services, day: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await inTransaction(pool, (db) => sumDay(db, day))) return true;
    await wait(PAUSE_MS);
  }
  return false;
}
