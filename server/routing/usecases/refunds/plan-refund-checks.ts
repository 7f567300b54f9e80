import { inTransaction } from "@/server/platform/transaction";
import { nextCheckAt } from "../../domain/refund-checks";
import { findDueChecks, saveNextChecks } from "../../store/refund-checks";
import type { Deps } from "../deps";
import { scheduleRefund } from "../reversals/schedule-refund-jobs";

/** Per sweep. Checks of final refunds must not fill the queue before pending refunds. */
const LIMIT = 200;

/**
 * Schedules the checks of final refunds that are due (decision 0213). The table itself is the list of checks, so a lost
 * job costs only one check. Always false, so that the sweep does not repeat at once: what exceeds the limit waits for
 * the next one.
 */
export async function planRefundChecks(deps: Deps): Promise<false> {
  const at = deps.clock.now();
  await inTransaction(deps.pool, async (db) => {
    const due = await findDueChecks(db, at, LIMIT);
    if (due.length === 0) return;
    const planned = await saveNextChecks(
      db,
      at,
      due.map(({ merchantId, id, completedAt }) => ({ merchantId, id, at: nextCheckAt(completedAt, at) })),
    );
    for (const refund of planned) await scheduleRefund(db, refund);
  });
  return false;
}
