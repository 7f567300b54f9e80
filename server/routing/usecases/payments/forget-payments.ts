import { inTransaction } from "@/server/platform/transaction";
import { deletePaymentsOver, findPaymentsOver } from "../../store/forgotten-payments";
import type { Deps } from "../deps";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_AT_ONCE = 1_000;

/**
 * Forgets payments that are over for more than `keepDays`, the oldest thousand of one merchant at a time, with their events,
 * refunds and reversals (decision 0193). It holds these rows alone, for as long as they take. True when there may be more.
 */
export async function forgetPayments(
  deps: Pick<Deps, "pool" | "clock" | "logger">,
  keepDays: number,
): Promise<boolean> {
  const before = new Date(deps.clock.now().getTime() - keepDays * DAY_MS);
  const found = await findPaymentsOver(deps.pool, before, MOST_AT_ONCE);
  if (found === null) return false;
  const count = await inTransaction(deps.pool, (db) => deletePaymentsOver(db, found, before));
  deps.logger.info(
    { merchant: found.merchantId, count, before },
    "payments past PAYMENT_KEEP_DAYS were forgotten",
  );
  // Where every one is held by somebody else another look at once would find the same.
  return count > 0;
}
