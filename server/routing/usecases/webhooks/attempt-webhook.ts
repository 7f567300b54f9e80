import { type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { Db } from "@/server/platform/pool";
import { inSpan } from "@/server/platform/tracing";
import { inTransaction } from "@/server/platform/transaction";
import { UnreadableSecretError } from "../../domain/keys/unreadable-secret";
import { type AttemptOutcome, evaluateAttempt, type Verdict } from "../../domain/webhooks/webhook-delivery";
import {
  afterFailure,
  hasFailedForTooLong,
  HEALTHY,
  type WebhookEndpoint,
} from "../../domain/webhooks/webhook-endpoint";
import {
  type ClaimedDelivery,
  saveAttempt,
  type WebhookAttempt,
} from "../../store/webhooks/webhook-attempts";
import { setClaimedDeliveryAside } from "../../store/webhooks/webhook-deliveries";
import {
  lockWebhookEndpoint,
  saveWebhookEndpoint,
  saveWebhookHealth,
  signingSecrets,
} from "../../store/webhooks/webhook-endpoints";
import type { WebhookRequest, WebhookResult, WebhookSent } from "../../webhooks/port";
import type { Deps } from "../deps";
import { openWebhookSecret } from "./webhook-secret";
import { type EndpointKey, wakeEndpoint } from "./webhook-wake-up";

/** A success is recorded at most this often, so that a working endpoint's row is rarely written. */
const NOTE_SUCCESS_EVERY_MS = 60_000;

/** Sends one claimed delivery once and records the outcome. */
export async function attemptWebhook(
  deps: Deps,
  key: EndpointKey,
  url: string,
  claimed: ClaimedDelivery,
): Promise<void> {
  const { merchantId, endpointId } = key;
  const startedAt = deps.clock.now();
  const sealed = await signingSecrets(deps.pool, merchantId, endpointId, startedAt);
  // The endpoint was deleted after the delivery was claimed.
  if (sealed.length === 0) return setClaimedDeliveryAside(deps.pool, merchantId, claimed, startedAt);
  const secrets = openSecrets(deps, key, sealed);
  const request = { url, webhookId: claimed.id, at: startedAt, body: claimed.body, secrets };
  const sent = await sendInSpan(deps, endpointId, request);
  const at = deps.clock.now();
  const verdict = evaluateAttempt(outcomeOf(sent.result), {
    tries: claimed.tries + 1,
    at,
    policy: deps.webhookPolicy,
    random: Math.random(),
  });
  deps.metrics.webhookSent(verdict.kind, sent.durationMs / 1_000);
  await inTransaction(deps.pool, (db) =>
    settle(deps, db, key, claimed, { url, startedAt, ...sent }, { verdict, at }),
  );
}

/** The span has no URL, which may contain a secret, and the request no trace: the receiver belongs to others. */
function sendInSpan(deps: Deps, endpointId: string, request: WebhookRequest): Promise<WebhookSent> {
  const attributes = { "paydeck.webhook_id": request.webhookId, "paydeck.endpoint_id": endpointId };
  const send = async (span: Span): Promise<WebhookSent> => {
    const sent = await deps.webhooks.send(request);
    if (sent.result.kind === "answered") {
      span.setAttribute("http.response.status_code", sent.result.status);
    } else {
      span.setStatus({ code: SpanStatusCode.ERROR, message: sent.result.error });
    }
    return sent;
  };
  return inSpan("webhook POST", attributes, send, SpanKind.CLIENT);
}

/**
 * Those that open: during a rotation one is enough for some receivers. Throws an UnreadableSecretError when none does; the
 * delivery is then pending until its job runs again, and nothing is sent without a signature (decision 0274).
 */
function openSecrets(
  deps: Deps,
  { merchantId, endpointId }: EndpointKey,
  sealed: readonly Buffer[],
): string[] {
  const secrets = sealed.flatMap((secret) => {
    try {
      return [openWebhookSecret(deps.saltBox, merchantId, endpointId, secret)];
    } catch (error) {
      deps.logger.error(
        { merchantId, endpointId, err: error },
        "a secret of a webhook endpoint does not open: rotate it",
      );
      return [];
    }
  });
  if (secrets.length === 0) throw new UnreadableSecretError("no secret of the webhook endpoint opens");
  return secrets;
}

/** Under the endpoint's lock: the delivery, the log and the endpoint's health change together. */
async function settle(
  deps: Deps,
  db: Db,
  { merchantId, endpointId }: EndpointKey,
  claimed: ClaimedDelivery,
  attempt: WebhookAttempt,
  { verdict, at }: { verdict: Verdict; at: Date },
): Promise<void> {
  const endpoint = await lockWebhookEndpoint(db, merchantId, endpointId);
  const isOurs = await saveAttempt(db, merchantId, claimed, attempt, stateAfter(verdict, at));
  if (!isOurs || endpoint === null) return;
  await saveHealth(deps, db, endpoint, verdict, at);
}

function outcomeOf(result: WebhookResult): AttemptOutcome {
  return result.kind === "answered"
    ? { kind: "answered", status: result.status, retryAfter: result.headers["retry-after"] ?? null }
    : { kind: "unanswered" };
}

function stateAfter(verdict: Verdict, at: Date): Parameters<typeof saveAttempt>[4] {
  switch (verdict.kind) {
    case "delivered":
      return { status: "DELIVERED", nextAttemptAt: null, completedAt: at };
    case "retry":
      return { status: "WAITING", nextAttemptAt: verdict.at, completedAt: null };
    case "given_up":
    case "gone":
      return { status: "FAILED", nextAttemptAt: null, completedAt: at };
  }
}

async function saveHealth(
  deps: Deps,
  db: Db,
  endpoint: WebhookEndpoint,
  verdict: Verdict,
  at: Date,
): Promise<void> {
  const { merchantId, id } = endpoint;
  if (verdict.kind === "delivered") {
    const lastNotedMs = endpoint.lastSuccessAt?.getTime() ?? 0;
    const isNews = endpoint.consecutiveFailures > 0 || at.getTime() - lastNotedMs >= NOTE_SUCCESS_EVERY_MS;
    if (isNews) await saveWebhookHealth(db, merchantId, id, { ...HEALTHY, lastSuccessAt: at });
    return;
  }
  const health = { ...endpoint, ...afterFailure(endpoint, at, deps.webhookPolicy) };
  const isGone = verdict.kind === "gone";
  if (!endpoint.enabled || !(isGone || hasFailedForTooLong(health, at, deps.webhookPolicy))) {
    await saveWebhookHealth(db, merchantId, id, health);
    return;
  }
  const disabled: WebhookEndpoint = {
    ...health,
    enabled: false,
    disabledReason: isGone ? "GONE" : "FAILING",
    disabledAt: at,
  };
  await saveWebhookEndpoint(db, merchantId, disabled);
  await wakeEndpoint(db, merchantId, disabled);
  deps.logger.warn(
    { merchantId, endpointId: id, reason: disabled.disabledReason },
    "a webhook endpoint was disabled",
  );
}
