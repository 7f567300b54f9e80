import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery";
import { findWebhookDelivery, replayDelivery } from "../../store/webhooks/webhook-deliveries";
import type { Deps } from "../deps";
import { lockOpenEndpoint, releaseEndpoint } from "./release-webhook-endpoint";

export type ReplayRefusal =
  | { kind: "delivery_not_found" }
  | { kind: "endpoint_not_found" }
  | { kind: "disabled" }
  /** A request is in progress: its outcome would be mistaken for the replay's. */
  | { kind: "under_way" };

/** Replays one delivery, whatever its status: the same webhook-id and body, on a separate retry schedule. */
export async function replayWebhook(
  deps: Deps,
  merchantId: number,
  deliveryId: string,
): Promise<Result<WebhookDelivery, ReplayRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    const known = await findWebhookDelivery(db, merchantId, deliveryId);
    if (known === null) return err({ kind: "delivery_not_found" });
    const endpoint = await lockOpenEndpoint(db, merchantId, known.delivery.endpointId);
    if (!endpoint.ok) {
      return err({ kind: endpoint.error.kind === "disabled" ? "disabled" : "endpoint_not_found" });
    }
    // Read again under the endpoint's lock, because senders claim deliveries under it.
    const current = await findWebhookDelivery(db, merchantId, deliveryId);
    if (current?.delivery.isUnderWay === true) return err({ kind: "under_way" });
    const replayed = await replayDelivery(db, merchantId, deliveryId, deps.clock.now());
    if (replayed === null) return err({ kind: "delivery_not_found" });
    await releaseEndpoint(db, endpoint.value);
    return ok(replayed);
  });
}
