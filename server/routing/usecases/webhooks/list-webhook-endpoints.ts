import { MAX_QUEUED_COUNTED } from "@/lib/contract/webhook-constants";
import type { WebhookEndpoint } from "../../domain/webhooks/webhook-endpoint";
import { countQueuedDeliveries } from "../../store/webhooks/webhook-delivery-search";
import * as store from "../../store/webhooks/webhook-endpoints";
import type { Deps } from "../deps";

export type ListedEndpoint = {
  endpoint: WebhookEndpoint;
  /** What waits while the endpoint is paused after failures, counted up to a limit; null when it is not paused. */
  queued: number | null;
};

/** Every endpoint of a merchant, oldest first. Secrets are never listed. */
export async function listWebhookEndpoints(deps: Deps, merchantId: number): Promise<ListedEndpoint[]> {
  const now = deps.clock.now();
  const endpoints = await store.listWebhookEndpoints(deps.pool, merchantId);
  const isAnyPaused = endpoints.some(
    ({ enabled, heldUntil }) => enabled && heldUntil !== null && heldUntil > now,
  );
  const queued = isAnyPaused
    ? await countQueuedDeliveries(deps.pool, merchantId, now, MAX_QUEUED_COUNTED)
    : new Map<string, number>();
  return endpoints.map((endpoint) => ({ endpoint, queued: queued.get(endpoint.id) ?? null }));
}
