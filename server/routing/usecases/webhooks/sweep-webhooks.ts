import { inTransaction } from "@/server/platform/transaction";
import {
  findDeletedEndpoints,
  pruneWebhookDeliveries,
  setDeliveriesAside,
} from "../../store/webhooks/webhook-deliveries";
import { findEndpointsWithoutJob, lockWebhookEndpoint } from "../../store/webhooks/webhook-endpoints";
import type { Deps } from "../deps";
import { planWakeUp } from "./webhook-wake-up";

/** How long a delivery may be due before its job counts as lost. */
const LOST_AFTER_MS = 5_000;
const MAX_WOKEN_AT_ONCE = 200;
const MAX_DELETED_AT_ONCE = 200;
const MAX_SET_ASIDE_AT_ONCE = 1_000;
const MAX_PRUNED_AT_ONCE = 2_000;

/**
 * Wakes endpoints whose due deliveries have no job, makes pending deliveries of deleted endpoints dead letters, and
 * deletes old log entries. True when there may be more of the last two: otherwise the log would grow whenever more
 * events arrive per sweep interval than it deletes.
 */
export async function sweepWebhooks(deps: Deps): Promise<boolean> {
  const now = deps.clock.now().getTime();
  const lost = await findEndpointsWithoutJob(deps.pool, {
    before: new Date(now - LOST_AFTER_MS),
    limit: MAX_WOKEN_AT_ONCE,
  });
  for (const { merchantId, endpointId } of lost) {
    await inTransaction(deps.pool, async (db) => {
      const endpoint = await lockWebhookEndpoint(db, merchantId, endpointId);
      if (endpoint !== null) await planWakeUp(deps, db, merchantId, endpoint);
    });
  }
  const mayWaitForDeleted = await setAsideOfDeleted(deps);
  const before = new Date(now - deps.webhookPolicy.keepForMs);
  const pruned = await pruneWebhookDeliveries(deps.pool, before, MAX_PRUNED_AT_ONCE);
  return mayWaitForDeleted || pruned === MAX_PRUNED_AT_ONCE;
}

/**
 * A delivery that was leased when its endpoint was deleted has no job once the lease has ended. True when an endpoint
 * may have more of them.
 */
async function setAsideOfDeleted(deps: Deps): Promise<boolean> {
  const now = deps.clock.now();
  let mayBeMore = false;
  for (const { merchantId, endpointId } of await findDeletedEndpoints(deps.pool, MAX_DELETED_AT_ONCE)) {
    const aside = await setDeliveriesAside(deps.pool, merchantId, endpointId, now, MAX_SET_ASIDE_AT_ONCE);
    if (aside === MAX_SET_ASIDE_AT_ONCE) mayBeMore = true;
  }
  return mayBeMore;
}
