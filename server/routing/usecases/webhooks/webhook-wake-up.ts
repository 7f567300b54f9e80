import { addJob } from "@/server/platform/add-job";
import type { Db } from "@/server/platform/pool";
import { isStruggling, type WebhookEndpoint } from "../../domain/webhooks/webhook-endpoint";
import { nextDueAt, nextLeaseEnd } from "../../store/webhooks/webhook-attempts";
import { DELIVER_WEBHOOKS, RETRY_WEBHOOKS } from "../../store/webhooks/webhook-tasks";
import type { Deps } from "../deps";

export type EndpointKey = { merchantId: number; endpointId: string };

/** Deliveries that become due within this time are sent by one job. */
const GATHER_MS = 250;

/** Schedules a run of an endpoint's sender at once, in addition to any scheduled job and never replacing it. */
export function wakeEndpoint(db: Db, merchantId: number, endpoint: WebhookEndpoint): Promise<void> {
  return addJob(db, taskOf(endpoint), { merchantId, endpointId: endpoint.id });
}

/**
 * Schedules the one job that wakes an endpoint's sender when its next delivery is due. The caller holds the endpoint's
 * lock: without it, a concurrent call could replace an earlier time with a later one. `isBusy`: nothing more may be sent before a
 * request in progress ends, at the latest by the end of its lease.
 */
export async function planWakeUp(
  deps: Deps,
  db: Db,
  merchantId: number,
  endpoint: WebhookEndpoint,
  { isBusy }: { isBusy: boolean } = { isBusy: false },
): Promise<void> {
  const dueAt = await (isBusy ? nextLeaseEnd : nextDueAt)(db, merchantId, endpoint.id);
  if (dueAt === null) return;
  const at = Math.max(dueAt.getTime(), endpoint.heldUntil?.getTime() ?? 0);
  await addJob(
    db,
    taskOf(endpoint),
    { merchantId, endpointId: endpoint.id },
    {
      delayMs: Math.max(at - deps.clock.now().getTime(), 0) + GATHER_MS * deps.webhookPolicy.retryScale,
      key: `webhooks:${merchantId}:${endpoint.id}`,
      isRecurring: true,
    },
  );
}

function taskOf(endpoint: WebhookEndpoint): string {
  return isStruggling(endpoint) ? RETRY_WEBHOOKS : DELIVER_WEBHOOKS;
}
