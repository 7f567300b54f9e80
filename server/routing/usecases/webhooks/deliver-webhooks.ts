import { addJob } from "@/server/platform/add-job";
import { inTransaction } from "@/server/platform/transaction";
import { isStruggling, maxInFlight } from "../../domain/webhooks/webhook-endpoint";
import { claimDueDelivery, type ClaimedDelivery } from "../../store/webhooks/webhook-attempts";
import { setDeliveriesAside } from "../../store/webhooks/webhook-deliveries";
import { lockWebhookEndpoint } from "../../store/webhooks/webhook-endpoints";
import { DELIVER_WEBHOOKS, RETRY_WEBHOOKS } from "../../store/webhooks/webhook-tasks";
import { attemptWebhook } from "./attempt-webhook";
import type { Deps } from "../deps";
import { type EndpointKey, planWakeUp } from "./webhook-wake-up";

/** The kind of worker: struggling endpoints are left to the patient ones, so that they delay no others (failure 27). */
export type Lane = "prompt" | "patient";

/** After this many the job is queued again, so that a busy endpoint cannot occupy a worker. */
const MAX_SENT_IN_A_ROW = 50;
const MAX_SET_ASIDE_AT_ONCE = 1_000;

type Next = { kind: "send"; url: string; delivery: ClaimedDelivery } | { kind: "more" } | { kind: "done" };

/**
 * Sends the due deliveries of one endpoint, one after the other, until none is due. Safe to repeat and to run
 * concurrently: each delivery is claimed under a lease, and only a limited number per endpoint at a time.
 */
export async function deliverWebhooks(deps: Deps, key: EndpointKey, lane: Lane): Promise<void> {
  for (let sent = 0; sent < MAX_SENT_IN_A_ROW; sent += 1) {
    const next = await claimNext(deps, key, lane);
    if (next.kind === "done") return;
    if (next.kind === "more") break;
    await attemptWebhook(deps, key, next.url, next.delivery);
  }
  await addJob(deps.pool, lane === "prompt" ? DELIVER_WEBHOOKS : RETRY_WEBHOOKS, key);
}

/** Decides under the endpoint's lock what its sender does next. */
function claimNext(deps: Deps, { merchantId, endpointId }: EndpointKey, lane: Lane): Promise<Next> {
  return inTransaction(deps.pool, async (db): Promise<Next> => {
    const now = deps.clock.now();
    const endpoint = await lockWebhookEndpoint(db, merchantId, endpointId);
    if (endpoint === null || !endpoint.enabled) {
      const aside = await setDeliveriesAside(db, merchantId, endpointId, now, MAX_SET_ASIDE_AT_ONCE);
      return { kind: aside === MAX_SET_ASIDE_AT_ONCE ? "more" : "done" };
    }
    const isHeld = endpoint.heldUntil !== null && endpoint.heldUntil > now;
    const isForOthers = isStruggling(endpoint) && lane === "prompt";
    if (isHeld || isForOthers) {
      await planWakeUp(deps, db, merchantId, endpoint);
      return { kind: "done" };
    }
    const claim = await claimDueDelivery(db, merchantId, endpointId, {
      now,
      leaseMs: deps.webhooks.timeoutMs * 2,
      maxInFlight: maxInFlight(endpoint),
    });
    switch (claim.kind) {
      case "claimed":
        return { kind: "send", url: endpoint.url, delivery: claim.delivery };
      case "busy":
        // The workers that are sending to it take what is due next.
        return { kind: "done" };
      case "nothing_due":
        await planWakeUp(deps, db, merchantId, endpoint);
        return { kind: "done" };
    }
  });
}
