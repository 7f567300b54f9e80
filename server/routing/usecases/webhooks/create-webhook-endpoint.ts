import { randomBytes } from "node:crypto";
import type { EndpointEvent } from "@/lib/contract/webhook-constants";
import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { HEALTHY, MAX_ENDPOINTS, type WebhookEndpoint } from "../../domain/webhooks/webhook-endpoint";
import { lockMerchant } from "../../store/keys/merchants";
import { insertWebhookEndpoint, listWebhookEndpoints } from "../../store/webhooks/webhook-endpoints";
import type { Deps } from "../deps";
import { newWebhookSecret, sealWebhookSecret } from "./webhook-secret";

type CreateWebhookEndpointRefusal = { kind: "invalid_url"; text: string } | { kind: "too_many" };

const ID_BYTES = 12;

/** Adds an endpoint of a merchant. Its secret is returned only here and is stored sealed. */
export async function createWebhookEndpoint(
  deps: Deps,
  merchantId: number,
  wish: { url: string; description: string; events: readonly EndpointEvent[] },
): Promise<Result<{ endpoint: WebhookEndpoint; secret: string }, CreateWebhookEndpointRefusal>> {
  const url = deps.webhooks.readUrl(wish.url);
  if (!url.ok) return err({ kind: "invalid_url", text: url.error });
  return inTransaction(deps.pool, async (db) => {
    // The lock keeps two concurrent creations from both counting nineteen.
    await lockMerchant(db, merchantId);
    const present = await listWebhookEndpoints(db, merchantId);
    if (present.length >= MAX_ENDPOINTS) return err({ kind: "too_many" });
    const endpoint: WebhookEndpoint = {
      ...HEALTHY,
      merchantId,
      id: `whe_${randomBytes(ID_BYTES).toString("hex")}`,
      url: url.value,
      description: wish.description,
      events: wish.events,
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      previousSecretExpiresAt: null,
      lastSuccessAt: null,
      createdAt: deps.clock.now(),
    };
    const secret = newWebhookSecret();
    const sealed = sealWebhookSecret(deps.saltBox, merchantId, endpoint.id, secret);
    await insertWebhookEndpoint(db, merchantId, endpoint, sealed);
    return ok({ endpoint, secret });
  });
}
