import { err, ok, type Result } from "@/lib/result";
import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery";
import * as store from "../../store/webhooks/webhook-delivery-search";
import type { Deps } from "../deps";
import { onePage } from "../one-page";

type DeliveryPage = { deliveries: WebhookDelivery[]; nextCursor: string | null };

/**
 * Only the format of a cursor is validated: old deliveries are deleted, so the last one of a page may no longer exist.
 */
const DELIVERY_ID = /^msg_[0-9a-f]{44}$/;

/**
 * The log of a merchant's webhooks, newest first, in keyset pages. `cursor`: the last delivery of the previous page.
 */
export async function searchWebhookDeliveries(
  deps: Deps,
  merchantId: number,
  search: store.DeliveryFilter & { cursor: string | null; limit: number },
): Promise<Result<DeliveryPage, { kind: "unknown_cursor" }>> {
  const { cursor, limit, ...filter } = search;
  if (cursor !== null && !DELIVERY_ID.test(cursor)) return err({ kind: "unknown_cursor" });
  const page = { now: deps.clock.now(), beforeId: cursor };
  const { items, next } = await onePage(
    limit,
    (most) => store.searchWebhookDeliveries(deps.pool, merchantId, { ...filter, ...page, limit: most }),
    (delivery) => delivery.id,
  );
  return ok({ deliveries: items, nextCursor: next });
}
