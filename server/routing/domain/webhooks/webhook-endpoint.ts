import type { EndpointEvent, WebhookDisabledReason } from "@/lib/contract/webhook-constants";

/** The health of an endpoint; decides when and by which worker it is tried again. */
export type EndpointHealth = {
  /** Failed attempts since the last success, over all deliveries. */
  consecutiveFailures: number;
  failingSince: Date | null;
  /** No attempt is made before this time, whatever is due. */
  heldUntil: Date | null;
  lastSuccessAt: Date | null;
};

export type WebhookEndpoint = EndpointHealth & {
  merchantId: number;
  id: string;
  url: string;
  description: string;
  events: readonly EndpointEvent[];
  enabled: boolean;
  disabledReason: WebhookDisabledReason | null;
  disabledAt: Date | null;
  /** Until when the previous secret signs as well. */
  previousSecretExpiresAt: Date | null;
  createdAt: Date;
};

export const MAX_ENDPOINTS = 20;

/** Settings of the operator. `retryScale` multiplies every pause. */
export type WebhookPolicy = { retryScale: number; disableAfterMs: number; keepForMs: number };

/** Single failures are normal. From this many in a row on, an endpoint is no longer served by the prompt workers. */
export const STRUGGLING_FROM_FAILURES = 3;

/** The maximum number of concurrent requests to one endpoint, over all processes. */
const IN_FLIGHT_HEALTHY = 16;
const IN_FLIGHT_OTHERWISE = 1;

const FIRST_HOLD_MS = 5_000;
const LONGEST_HOLD_MS = 5 * 60_000;

/** Whether an endpoint keeps failing: its deliveries are sent by separate workers, one request at a time. */
export function isStruggling(endpoint: EndpointHealth): boolean {
  return endpoint.consecutiveFailures >= STRUGGLING_FROM_FAILURES;
}

/** Only an endpoint that works gets more than one request at a time. */
export function maxInFlight(endpoint: EndpointHealth): number {
  const works = endpoint.consecutiveFailures === 0 && endpoint.lastSuccessAt !== null;
  return works ? IN_FLIGHT_HEALTHY : IN_FLIGHT_OTHERWISE;
}

export const HEALTHY: Omit<EndpointHealth, "lastSuccessAt"> = {
  consecutiveFailures: 0,
  failingSince: null,
  heldUntil: null,
};

/**
 * Health after another failure at `at`. A struggling endpoint is paused, with the pause doubling up to five minutes: a
 * backlog of thousands then costs an occasional request, not one per delivery.
 */
export function afterFailure(endpoint: EndpointHealth, at: Date, policy: WebhookPolicy): EndpointHealth {
  const failed = {
    consecutiveFailures: endpoint.consecutiveFailures + 1,
    failingSince: endpoint.failingSince ?? at,
    heldUntil: null,
    lastSuccessAt: endpoint.lastSuccessAt,
  };
  if (!isStruggling(failed)) return failed;
  const doublings = Math.min(failed.consecutiveFailures - STRUGGLING_FROM_FAILURES, 10);
  const holdMs = Math.min(LONGEST_HOLD_MS, FIRST_HOLD_MS * 2 ** doublings) * policy.retryScale;
  return { ...failed, heldUntil: new Date(at.getTime() + holdMs) };
}

/** Failing for so long without a success that the endpoint is presumably abandoned. */
export function hasFailedForTooLong(endpoint: EndpointHealth, at: Date, policy: WebhookPolicy): boolean {
  return (
    endpoint.failingSince !== null && at.getTime() - endpoint.failingSince.getTime() >= policy.disableAfterMs
  );
}
