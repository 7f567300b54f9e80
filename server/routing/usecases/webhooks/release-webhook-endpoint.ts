import { err, ok, type Result } from "@/lib/result";
import type { Db } from "@/server/platform/pool";
import type { WebhookEndpoint } from "../../domain/webhooks/webhook-endpoint";
import { webhooksAreDue } from "../../store/webhooks/due-endpoints";
import { lockWebhookEndpoint, saveWebhookHealth } from "../../store/webhooks/webhook-endpoints";

export type EndpointClosed = { kind: "not_found" } | { kind: "disabled" };

/** Locks an endpoint to which a person wants a delivery sent now. Changes nothing yet. */
export async function lockOpenEndpoint(
  db: Db,
  merchantId: number,
  endpointId: string,
): Promise<Result<WebhookEndpoint, EndpointClosed>> {
  const endpoint = await lockWebhookEndpoint(db, merchantId, endpointId);
  if (endpoint === null) return err({ kind: "not_found" });
  return endpoint.enabled ? ok(endpoint) : err({ kind: "disabled" });
}

/**
 * Ends the pause of an endpoint, so that what is due is sent at once. Call it last in a command, when nothing can refuse the
 * command any more: a refusal would still commit the end of the pause.
 */
export async function releaseEndpoint(db: Db, endpoint: WebhookEndpoint): Promise<void> {
  const { merchantId, id } = endpoint;
  if (endpoint.heldUntil !== null) {
    await saveWebhookHealth(db, merchantId, id, { ...endpoint, heldUntil: null });
  }
  webhooksAreDue(db);
}
