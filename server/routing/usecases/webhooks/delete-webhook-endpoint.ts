import { inTransaction } from "@/server/platform/transaction";
import { webhooksAreDue } from "../../store/webhooks/due-endpoints";
import {
  deleteWebhookEndpoint as deleteRow,
  lockWebhookEndpoint,
} from "../../store/webhooks/webhook-endpoints";
import type { Deps } from "../deps";

/**
 * Deletes an endpoint; false when the merchant has none with this id. Its pending deliveries become dead letters, and
 * the log stays.
 */
export async function deleteWebhookEndpoint(
  deps: Deps,
  merchantId: number,
  endpointId: string,
): Promise<boolean> {
  return inTransaction(deps.pool, async (db) => {
    const endpoint = await lockWebhookEndpoint(db, merchantId, endpointId);
    if (endpoint === null) return false;
    webhooksAreDue(db);
    return deleteRow(db, merchantId, endpointId);
  });
}
