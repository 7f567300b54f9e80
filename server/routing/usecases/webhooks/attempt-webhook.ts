import { type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { inOrigin } from "@/server/platform/run-job";
import { inSpan } from "@/server/platform/tracing";
import { type AttemptOutcome, evaluateAttempt, type Verdict } from "../../domain/webhooks/webhook-delivery";
import type { AttemptToSave, ClaimedDelivery } from "../../store/webhooks/webhook-attempts";
import type { WebhookRequest, WebhookResult, WebhookSent } from "../../webhooks/port";
import type { Deps } from "../deps";

/** Where and how deliveries of an endpoint are sent. */
export type Destination = { endpointId: string; url: string; secrets: readonly string[] };

/** An attempt whose outcome is still to be recorded. `at`: when the outcome was known. */
export type Attempted = AttemptToSave & { verdict: Verdict; at: Date };

/** Sends one claimed delivery once. Records nothing. */
export async function attemptWebhook(
  deps: Deps,
  { endpointId, url, secrets }: Destination,
  claimed: ClaimedDelivery,
): Promise<Attempted> {
  const startedAt = deps.clock.now();
  const request = { url, webhookId: claimed.id, at: startedAt, body: claimed.body, secrets };
  const sent = await inOrigin(claimed.origin, () => sendInSpan(deps, endpointId, request));
  const at = deps.clock.now();
  const verdict = evaluateAttempt(outcomeOf(sent.result), {
    tries: claimed.tries + 1,
    at,
    policy: deps.webhookPolicy,
    random: Math.random(),
  });
  deps.metrics.webhookSent(verdict.kind, sent.durationMs / 1_000);
  return { claimed, attempt: { url, startedAt, ...sent }, next: stateAfter(verdict, at), verdict, at };
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

function outcomeOf(result: WebhookResult): AttemptOutcome {
  return result.kind === "answered"
    ? { kind: "answered", status: result.status, retryAfter: result.headers["retry-after"] ?? null }
    : { kind: "unanswered" };
}

function stateAfter(verdict: Verdict, at: Date): AttemptToSave["next"] {
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
