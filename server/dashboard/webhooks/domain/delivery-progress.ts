import type { OpsResult } from "@/lib/contract/ops";
import { hasFailedAttempt } from "@/lib/contract/webhook-constants";
import type { DeliveryProgress, DeliveryState, EndpointRef, WebhookEndpoint } from "@/lib/webhooks";

type Endpoint = OpsResult<"webhooks.endpoints">["endpoints"][number];
type Delivery = Pick<
  OpsResult<"webhooks.deliveries">["deliveries"][number],
  "status" | "endpoint_id" | "attempts" | "last_response_status" | "next_attempt_at"
>;

/** An endpoint with whether it is paused at `now`. */
export function withPause(endpoint: Endpoint, now: Date): WebhookEndpoint {
  const { enabled, held_until: heldUntil } = endpoint;
  return { ...endpoint, isPaused: enabled && heldUntil !== null && new Date(heldUntil) > now };
}

/**
 * The state and the next attempt of a delivery. `endpoints` is null when they could not be read: then only the service's
 * own time is known, which respects a pause but not that the endpoint was deleted.
 */
export function deliveryProgress(
  delivery: Delivery,
  endpoints: readonly WebhookEndpoint[] | null,
): DeliveryProgress {
  const endpoint = endpoints?.find((one) => one.endpoint_id === delivery.endpoint_id) ?? null;
  const isPending = delivery.status === "WAITING";
  const isServed = endpoints === null || (endpoint?.enabled === true && !endpoint.isPaused);
  return {
    state: deliveryState(delivery),
    endpoint: endpointRef(delivery.endpoint_id, endpoint, endpoints !== null),
    nextAttemptAt: isPending && isServed ? delivery.next_attempt_at : null,
    isQueued: isPending && endpoint?.isPaused === true,
  };
}

function deliveryState(delivery: Delivery): DeliveryState {
  return delivery.status === "WAITING" && hasFailedAttempt(delivery) ? "RETRYING" : delivery.status;
}

function endpointRef(id: string, endpoint: WebhookEndpoint | null, areRead: boolean): EndpointRef {
  if (endpoint !== null) return { kind: "known", id, url: endpoint.url, description: endpoint.description };
  return { kind: areRead ? "deleted" : "unread", id };
}
