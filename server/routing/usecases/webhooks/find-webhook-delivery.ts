import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery";
import { attemptsOfDelivery, type LoggedAttempt } from "../../store/webhooks/webhook-attempts";
import * as store from "../../store/webhooks/webhook-deliveries";
import type { Deps } from "../deps";

export type DeliveryLog = {
  delivery: WebhookDelivery;
  /** The body of every past and future attempt. */
  body: string;
  attempts: LoggedAttempt[];
};

/** Only the last attempts of a delivery that was replayed many times are shown. */
const MAX_ATTEMPTS_SHOWN = 100;

/** One delivery with its attempts; null when the merchant has none with this id. */
export async function findWebhookDelivery(
  deps: Deps,
  merchantId: number,
  deliveryId: string,
): Promise<DeliveryLog | null> {
  const found = await store.findWebhookDelivery(deps.pool, merchantId, deliveryId);
  if (found === null) return null;
  const attempts = await attemptsOfDelivery(deps.pool, merchantId, deliveryId, MAX_ATTEMPTS_SHOWN);
  return { ...found, attempts };
}
