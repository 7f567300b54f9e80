import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseOutage } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { deletePaymentsOver, findPaymentsOver } from "../../store/payments/old-payments";
import { deleteGatewayEventsBefore } from "../../store/gateways/old-gateway-events";
import { listMerchantIds } from "../../store/keys/merchants";
import type { Deps } from "../deps";

const MOST_AT_ONCE = 1_000;

type Pace = { signal: AbortSignal; pauseMs: number };

/**
 * Deletes payments with no event since `before`, with their events, refunds and reversals, and what gateways reported before: each merchant's oldest
 * first, a thousand per transaction, with a pause after each (decision 0193). It locks only these rows, and only for
 * one transaction. Stops between two transactions when `signal` is aborted.
 */
export async function deleteOldPayments(
  deps: Pick<Deps, "pool" | "logger">,
  before: Date,
  pace: Pace,
): Promise<void> {
  for (const merchantId of await listMerchantIds(deps.pool)) {
    if (pace.signal.aborted) return;
    try {
      await deleteOldPaymentsOf(deps, merchantId, before, pace);
    } catch (error) {
      if (isDatabaseOutage(error)) throw error;
      // An error at one merchant must not keep the payments of all others.
      deps.logger.error(
        { err: error, merchant: merchantId },
        "a merchant's old payments could not be deleted",
      );
    }
  }
  await deleteGatewayEventsBefore(deps.pool, before);
}

async function deleteOldPaymentsOf(
  { pool, logger }: Pick<Deps, "pool" | "logger">,
  merchantId: number,
  before: Date,
  { signal, pauseMs }: Pace,
): Promise<void> {
  // Starts after the rows already read: index entries of deleted rows stay as long as an open transaction may still see
  // them.
  let afterId = "";
  while (!signal.aborted) {
    const found = await findPaymentsOver(pool, merchantId, before, { afterId, limit: MOST_AT_ONCE });
    if (found === null) return;
    const count = await inTransaction(pool, (db) =>
      deletePaymentsOver(db, merchantId, found.references, before),
    );
    if (count > 0) logger.info({ merchant: merchantId, count, before }, "old payments were deleted");
    afterId = found.lastId;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
