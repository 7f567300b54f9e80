import type { EndpointEvent } from "@/lib/contract/webhook-constants";
import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { HEALTHY, type WebhookEndpoint } from "../../domain/webhooks/webhook-endpoint";
import { webhooksAreDue } from "../../store/webhooks/due-endpoints";
import { lockWebhookEndpoint, saveWebhookEndpoint } from "../../store/webhooks/webhook-endpoints";
import type { Deps } from "../deps";

/** Null leaves a setting as it is. */
type EndpointChange = {
  url: string | null;
  description: string | null;
  events: readonly EndpointEvent[] | null;
  enabled: boolean | null;
};
type UpdateWebhookEndpointRefusal = { kind: "not_found" } | { kind: "invalid_url"; text: string };

/**
 * Changes an endpoint's settings. A new URL or enabling resets its health record; disabling makes its pending
 * deliveries dead letters, which can be replayed. Enabling an enabled endpoint ends its pause after failures, but does
 * not forget them: the next failure pauses it again.
 */
export async function updateWebhookEndpoint(
  deps: Deps,
  merchantId: number,
  endpointId: string,
  change: EndpointChange,
): Promise<Result<WebhookEndpoint, UpdateWebhookEndpointRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    const present = await lockWebhookEndpoint(db, merchantId, endpointId);
    if (present === null) return err({ kind: "not_found" });
    const url = change.url === null ? ok(present.url) : deps.webhooks.readUrl(change.url);
    if (!url.ok) return err({ kind: "invalid_url", text: url.error });
    const settings = {
      ...present,
      url: url.value,
      description: change.description ?? present.description,
      events: change.events ?? present.events,
    };
    const moved = url.value === present.url ? settings : { ...settings, ...HEALTHY, lastSuccessAt: null };
    const resumed = change.enabled === true ? { ...moved, heldUntil: null } : moved;
    const endpoint = switchTo(resumed, change.enabled ?? present.enabled, deps.clock.now());
    await saveWebhookEndpoint(db, merchantId, endpoint);
    webhooksAreDue(db);
    return ok(endpoint);
  });
}

function switchTo(endpoint: WebhookEndpoint, enabled: boolean, at: Date): WebhookEndpoint {
  if (endpoint.enabled === enabled) return endpoint;
  return enabled
    ? { ...endpoint, ...HEALTHY, enabled, disabledReason: null, disabledAt: null }
    : { ...endpoint, enabled, disabledReason: "BY_MERCHANT", disabledAt: at };
}
