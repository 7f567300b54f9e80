import { inTransaction } from "@/server/platform/transaction";
import {
  deleteWebhookEndpoint as deleteRow,
  lockWebhookEndpoint,
} from "../../store/webhooks/webhook-endpoints";
import type { Deps } from "../deps";
import { wakeEndpoint } from "./webhook-wake-up";

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
    await wakeEndpoint(db, merchantId, endpoint);
    return deleteRow(db, merchantId, endpointId);
  });
}
