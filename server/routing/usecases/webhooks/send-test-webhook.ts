import { WEBHOOK_TEST_EVENT } from "@/lib/contract/webhook-constants";
import { ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery";
import { testWebhookBody } from "../../domain/webhooks/webhook-event";
import { insertTestDelivery } from "../../store/webhooks/webhook-deliveries";
import type { Deps } from "../deps";
import { lockOpenEndpoint, releaseEndpoint } from "./release-webhook-endpoint";

type SendTestWebhookRefusal = { kind: "not_found" } | { kind: "disabled" };

/** Sends `webhook.test` to an endpoint like a payment's event, and at once even when deliveries to it are paused. */
export async function sendTestWebhook(
  deps: Deps,
  merchantId: number,
  endpointId: string,
): Promise<Result<WebhookDelivery, SendTestWebhookRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    const endpoint = await lockOpenEndpoint(db, merchantId, endpointId);
    if (!endpoint.ok) return endpoint;
    const at = deps.clock.now();
    const body = testWebhookBody(endpointId, at);
    const sent = await insertTestDelivery(db, merchantId, {
      endpointId,
      event: WEBHOOK_TEST_EVENT,
      at,
      body,
    });
    await releaseEndpoint(db, endpoint.value);
    return ok(sent);
  });
}
