import { pruneWebhookDeliveries } from "../../store/webhooks/webhook-deliveries";
import type { Deps } from "../deps";

const MAX_PRUNED_AT_ONCE = 2_000;

/**
 * Deletes old log entries. True when there may be more: otherwise the log would grow whenever more events arrive per sweep
 * interval than it deletes.
 */
export async function sweepWebhooks(deps: Deps): Promise<boolean> {
  const before = new Date(deps.clock.now().getTime() - deps.webhookPolicy.keepForMs);
  return (await pruneWebhookDeliveries(deps.pool, before, MAX_PRUNED_AT_ONCE)) === MAX_PRUNED_AT_ONCE;
}
