import type { Db } from "@/server/platform/pool";
import {
  afterFailure,
  hasFailedForTooLong,
  HEALTHY,
  type WebhookEndpoint,
} from "../../domain/webhooks/webhook-endpoint";
import type { EndpointKey } from "../../store/webhooks/due-endpoints";
import { saveAttempts } from "../../store/webhooks/webhook-attempts";
import { saveWebhookEndpoint, saveWebhookHealth } from "../../store/webhooks/webhook-endpoints";
import type { Deps } from "../deps";
import type { Attempted } from "./attempt-webhook";

/** A success is recorded at most this often, so that a working endpoint's row is rarely written. */
const NOTE_SUCCESS_EVERY_MS = 60_000;

/** `failedAt`: when the last failure that counts was known; requests that were in progress then say nothing more. */
type EndpointState = { endpoint: WebhookEndpoint | null; failedAt: Date | null };

/**
 * Records the outcomes of attempts: the deliveries, the log and the endpoint's health change together, in the caller's transaction,
 * which holds the endpoint's lock. `endpoint`: as locked; null when it was deleted. Returns the state afterwards. Attempts
 * at a URL that was changed meanwhile say nothing of the endpoint, and what failed there is due at the new one immediately.
 */
export async function recordAttempts(
  deps: Deps,
  db: Db,
  { merchantId, endpointId }: EndpointKey,
  before: EndpointState,
  attempts: readonly Attempted[],
): Promise<EndpointState> {
  const url = before.endpoint?.url;
  const isOfOldUrl = ({ attempt }: Attempted): boolean => url !== undefined && attempt.url !== url;
  const ours = await saveAttempts(
    db,
    merchantId,
    attempts.map((attempted) => (isOfOldUrl(attempted) ? dueAgain(attempted) : attempted)),
  );
  if (before.endpoint === null) return before;
  const after = ours
    .filter((attempted) => !isOfOldUrl(attempted))
    .reduce((state, attempted) => afterAttempt(deps, state, attempted), {
      ...before,
      endpoint: before.endpoint,
    });
  const { endpoint } = after;
  if (endpoint === before.endpoint) return after;
  if (endpoint.enabled === before.endpoint.enabled) {
    await saveWebhookHealth(db, merchantId, endpointId, endpoint);
  } else {
    await saveWebhookEndpoint(db, merchantId, endpoint);
    deps.logger.warn(
      { merchantId, endpointId, reason: endpoint.disabledReason },
      "a webhook endpoint was disabled",
    );
  }
  return after;
}

/** What a receiver accepted is delivered, whatever its URL. */
function dueAgain(attempted: Attempted): Attempted {
  if (attempted.verdict.kind === "delivered") return attempted;
  const next = { status: "WAITING" as const, nextAttemptAt: attempted.at, completedAt: null };
  return { ...attempted, next, startsOver: true };
}

type State = EndpointState & { endpoint: WebhookEndpoint };

/** Keeps the same endpoint object when nothing of it changes. */
function afterAttempt(deps: Deps, state: State, { verdict, attempt, at }: Attempted): State {
  const { endpoint, failedAt } = state;
  if (verdict.kind === "delivered") {
    const lastNotedMs = endpoint.lastSuccessAt?.getTime() ?? 0;
    const isNews = endpoint.consecutiveFailures > 0 || at.getTime() - lastNotedMs >= NOTE_SUCCESS_EVERY_MS;
    return isNews ? { ...state, endpoint: { ...endpoint, ...HEALTHY, lastSuccessAt: at } } : state;
  }
  const isGone = verdict.kind === "gone";
  // A receiver that restarts fails all requests in progress at once, which is one failure.
  if (!isGone && failedAt !== null && attempt.startedAt < failedAt) return state;
  const failing = { ...endpoint, ...afterFailure(endpoint, at, deps.webhookPolicy) };
  if (!endpoint.enabled || !(isGone || hasFailedForTooLong(failing, at, deps.webhookPolicy)))
    return { endpoint: failing, failedAt: at };
  const disabled: WebhookEndpoint = {
    ...failing,
    enabled: false,
    disabledReason: isGone ? "GONE" : "FAILING",
    disabledAt: at,
  };
  return { endpoint: disabled, failedAt: at };
}
