import { setTimeout as wait } from "node:timers/promises";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../../runtime";
import { findDaysToSum, sumDay } from "../store/refund-sums";

const AGAIN_MS = 10 * 60_000;
/** The pause after changes to past refunds, which deleted their days' sums, or while such changes continue. */
const SOON_MS = 5_000;
const DAYS_AT_ONCE = 100;
const TRIES = 20;
const PAUSE_MS = 50;

/** Sums past days of refunds (decision 0186). Totals are always exact: days without sums are read refund by refund. Returns when to go on, in milliseconds. */
export async function sumRefunds(services: Services): Promise<number> {
  const days = await findDaysToSum(services.pool, services.clock.now(), DAYS_AT_ONCE);
  let isThrough = days.length < DAYS_AT_ONCE;
  for (const day of days) {
    if (await sumWhenQuiet(services, day)) continue;
    isThrough = false;
    break;
  }
  return isThrough ? AGAIN_MS : SOON_MS;
}

/** Never queues for the lock: every change of a refund would have to wait behind it. */
async function sumWhenQuiet({ pool }: Services, day: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await inTransaction(pool, (db) => sumDay(db, day))) return true;
    await wait(PAUSE_MS);
  }
  return false;
}
