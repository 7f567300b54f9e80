import type { WebhookEndpoint } from "../../domain/webhooks/webhook-endpoint";
import * as store from "../../store/webhooks/webhook-endpoints";
import type { Deps } from "../deps";

/** Every endpoint of a merchant, oldest first. Secrets are never listed. */
export function listWebhookEndpoints(deps: Deps, merchantId: number): Promise<WebhookEndpoint[]> {
  return store.listWebhookEndpoints(deps.pool, merchantId);
}
