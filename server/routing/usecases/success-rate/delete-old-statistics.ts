import { deleteStatisticsBefore } from "../../store/success-rate/gateway-statistics";
import { deleteGainsBefore } from "../../store/success-rate/gains";
import type { Deps } from "../deps";

const KEPT_DAYS = 60;
const MOST_AT_ONCE = 5_000;
const DAY_MS = 86_400_000;

/** Deletes statistics and shares that no outcome has changed for 60 days: by then their outcomes weigh nothing. Sums of days, too. */
export async function deleteOldStatistics(deps: Deps): Promise<boolean> {
  const before = new Date(deps.clock.now().getTime() - KEPT_DAYS * DAY_MS);
  await deleteGainsBefore(deps.pool, before.toISOString().slice(0, 10));
  return deleteStatisticsBefore(deps.pool, before, MOST_AT_ONCE);
}
