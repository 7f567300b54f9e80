import { inTransaction } from "@/server/platform/transaction";
import { pruneWebhookDeliveries } from "../../store/webhook-deliveries";
import { findForgottenEndpoints, lockWebhookEndpoint } from "../../store/webhook-endpoints";
import type { Deps } from "../deps";
import { planWakeUp } from "./webhook-wake-up";

/** How long something may be due before its job counts as lost. */
const FORGOTTEN_AFTER_MS = 5_000;
const MAX_WOKEN_AT_ONCE = 200;
const MAX_PRUNED_AT_ONCE = 2_000;

/**
 * Wakes endpoints whose due deliveries have no job, and takes what is too old out of the log. True when more may be too
 * old: the log would otherwise grow as soon as more events come in a sweep's interval than it takes out.
 */
export async function sweepWebhooks(deps: Deps): Promise<boolean> {
  const now = deps.clock.now().getTime();
  const forgotten = await findForgottenEndpoints(deps.pool, {
    before: new Date(now - FORGOTTEN_AFTER_MS),
    limit: MAX_WOKEN_AT_ONCE,
  });
  for (const { merchantId, endpointId } of forgotten) {
    await inTransaction(deps.pool, async (db) => {
      const endpoint = await lockWebhookEndpoint(db, merchantId, endpointId);
      if (endpoint !== null) await planWakeUp(deps, db, merchantId, endpoint);
    });
  }
  const before = new Date(now - deps.webhookPolicy.keepForMs);
  return (await pruneWebhookDeliveries(deps.pool, before, MAX_PRUNED_AT_ONCE)) === MAX_PRUNED_AT_ONCE;
}
