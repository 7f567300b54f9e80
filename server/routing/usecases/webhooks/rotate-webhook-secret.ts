import { inTransaction } from "@/server/platform/transaction";
import { lockWebhookEndpoint, rotateSealedSecret } from "../../store/webhooks/webhook-endpoints";
import type { Deps } from "../deps";
import { newWebhookSecret, sealWebhookSecret } from "./webhook-secret";

/**
 * Gives an endpoint a new secret, returned only here. The previous one also signs for `overlapMs`; an older one that is
 * still in an overlap ends at once. Null when the merchant has no such endpoint.
 */
export async function rotateWebhookSecret(
  deps: Deps,
  merchantId: number,
  endpointId: string,
  overlapMs: number,
): Promise<{ secret: string; previousExpiresAt: Date } | null> {
  return inTransaction(deps.pool, async (db) => {
    const endpoint = await lockWebhookEndpoint(db, merchantId, endpointId);
    if (endpoint === null) return null;
    const secret = newWebhookSecret();
    const sealedSecret = sealWebhookSecret(deps.saltBox, merchantId, endpointId, secret);
    const previousExpiresAt = new Date(deps.clock.now().getTime() + overlapMs);
    await rotateSealedSecret(db, merchantId, endpointId, { sealedSecret, previousExpiresAt });
    return { secret, previousExpiresAt };
  });
}
