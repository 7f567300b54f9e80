import type { OpsResult } from "@/lib/contract/ops";

/** The views of the webhook screens. Times are ISO 8601 in UTC. */

/** The service's statuses; WAITING is divided into deliveries without a failed attempt, and retries. */
export const DELIVERY_STATES = ["WAITING", "RETRYING", "DELIVERED", "FAILED", "SET_ASIDE"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type WebhookEndpoint = OpsResult<"webhooks.endpoints">["endpoints"][number] & {
  /** Enabled, but gets no request for a while because it keeps failing. */
  isPaused: boolean;
};

/** The endpoint of a delivery. */
export type EndpointRef =
  | { kind: "known"; id: string; url: string; description: string }
  | { kind: "deleted"; id: string }
  /** The endpoints could not be read. */
  | { kind: "unread"; id: string };

/** What is derived from a delivery and its endpoint, the same in the list and on the delivery's page. */
export type DeliveryProgress = {
  state: DeliveryState;
  endpoint: EndpointRef;
  /** When the service sends it next; null when it has ended, or while its endpoint is paused or disabled. */
  nextAttemptAt: string | null;
  /** It waits for the end of its endpoint's pause. */
  isQueued: boolean;
};

/** Deliveries that wait behind a paused endpoint. */
export type DeliveryQueue = {
  endpoint: EndpointRef & { kind: "known" };
  count: number;
  pausedUntil: string;
};
