import { err, ok, type Result } from "@/lib/result";
import type { Db } from "@/server/platform/pool";
import type { WebhookEndpoint } from "../../domain/webhooks/webhook-endpoint";
import { lockWebhookEndpoint, saveWebhookHealth } from "../../store/webhooks/webhook-endpoints";
import { wakeEndpoint } from "./webhook-wake-up";

export type EndpointClosed = { kind: "not_found" } | { kind: "disabled" };

/** Takes the lock of an endpoint to which somebody wants a delivery sent now. Changes nothing yet. */
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
 * Has an endpoint tried at once, however long it was to be held; the wake-up is part of the caller's transaction. For
 * the end of a deed, when nothing can refuse it any more: a refusal would commit this with it.
 */
export async function releaseEndpoint(db: Db, endpoint: WebhookEndpoint): Promise<void> {
  const { merchantId, id } = endpoint;
  if (endpoint.heldUntil !== null) {
    await saveWebhookHealth(db, merchantId, id, { ...endpoint, heldUntil: null });
  }
  await wakeEndpoint(db, merchantId, endpoint);
}
