import type { WebhookDeliveryStatus, WebhookError, WebhookEvent } from "@/lib/contract/webhook-constants";
import type { WebhookPolicy } from "./webhook-endpoint";

/** One event for one endpoint. `id` is the webhook-id, the same in every attempt. */
export type WebhookDelivery = {
  merchantId: number;
  id: string;
  endpointId: string;
  event: WebhookEvent;
  sequence: number | null;
  paymentId: string | null;
  reference: string | null;
  occurredAt: Date;
  status: WebhookDeliveryStatus;
  attempts: number;
  /** Attempts since the delivery was created or last replayed: the position in the retry schedule. */
  tries: number;
  nextAttemptAt: Date;
  /** A request is in progress. */
  isUnderWay: boolean;
  lastAttemptAt: Date | null;
  lastResponseStatus: number | null;
  lastError: WebhookError | null;
  completedAt: Date | null;
};

/** The outcome of an attempt: a response, or the reason why there was none. */
export type AttemptOutcome =
  | { kind: "answered"; status: number; retryAfter: string | null }
  | { kind: "unanswered" };

/** What to do after an attempt. `gone`: the endpoint wants no more deliveries (410). */
export type Verdict =
  | { kind: "delivered" }
  | { kind: "retry"; at: Date }
  | { kind: "given_up" }
  | { kind: "gone" };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pause after each failed attempt: 27.7 hours in all, 24.9 with the lowest jitter. */
export const RETRY_AFTER_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
] as const;

const JITTER = 0.1;
/** An endpoint can request a later attempt (Retry-After), but not postpone it forever. */
const LONGEST_RETRY_AFTER_MS = 12 * HOUR;

/**
 * Evaluates an attempt. `tries` includes it; `random` is from 0 to 1. Only 2xx is success: redirects are not followed.
 */
export function evaluateAttempt(
  outcome: AttemptOutcome,
  context: { tries: number; at: Date; policy: WebhookPolicy; random: number },
): Verdict {
  if (outcome.kind === "answered" && outcome.status >= 200 && outcome.status < 300)
    return { kind: "delivered" };
  if (outcome.kind === "answered" && outcome.status === 410) return { kind: "gone" };
  const scheduledMs = RETRY_AFTER_MS[context.tries - 1];
  if (scheduledMs === undefined) return { kind: "given_up" };
  const jitteredMs = scheduledMs * (1 - JITTER + 2 * JITTER * context.random) * context.policy.retryScale;
  const waitMs = Math.max(jitteredMs, requestedWaitMs(outcome, context.at));
  return { kind: "retry", at: new Date(context.at.getTime() + waitMs) };
}

/** Retry-After counts on 429 and 503, in seconds or as an HTTP date; anything else is 0. */
function requestedWaitMs(outcome: AttemptOutcome, at: Date): number {
  if (outcome.kind === "unanswered" || outcome.retryAfter === null) return 0;
  if (outcome.status !== 429 && outcome.status !== 503) return 0;
  const text = outcome.retryAfter.trim();
  const requestedMs = /^[0-9]{1,9}$/.test(text)
    ? parseInt(text, 10) * SECOND
    : Date.parse(text) - at.getTime();
  return Number.isNaN(requestedMs) ? 0 : Math.min(Math.max(requestedMs, 0), LONGEST_RETRY_AFTER_MS);
}
