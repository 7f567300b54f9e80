import type { OpsBody } from "@/lib/contract/ops";
import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery";
import type { WebhookEndpoint } from "../../domain/webhooks/webhook-endpoint";
import type { DeliveryLog } from "../../usecases/webhooks/find-webhook-delivery";
import type { ListedEndpoint } from "../../usecases/webhooks/list-webhook-endpoints";

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

export function presentEndpoint(endpoint: WebhookEndpoint): OpsBody<"webhooks.update"> {
  return {
    endpoint_id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    events: [...endpoint.events],
    enabled: endpoint.enabled,
    disabled_reason: endpoint.disabledReason,
    disabled_at: instant(endpoint.disabledAt),
    created_at: endpoint.createdAt.toISOString(),
    consecutive_failures: endpoint.consecutiveFailures,
    failing_since: instant(endpoint.failingSince),
    held_until: instant(endpoint.heldUntil),
    last_success_at: instant(endpoint.lastSuccessAt),
    previous_secret_expires_at: instant(endpoint.previousSecretExpiresAt),
  };
}

export function presentListedEndpoint(listed: ListedEndpoint): OpsBody<"webhooks.update"> {
  const endpoint = presentEndpoint(listed.endpoint);
  return listed.queued === null ? endpoint : { ...endpoint, queued_deliveries: listed.queued };
}

export function presentDelivery(delivery: WebhookDelivery): OpsBody<"webhooks.test"> {
  return {
    delivery_id: delivery.id,
    endpoint_id: delivery.endpointId,
    event: delivery.event,
    sequence: delivery.sequence,
    transaction_id: delivery.paymentId,
    merchant_transaction_id: delivery.reference,
    occurred_at: delivery.occurredAt.toISOString(),
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.status === "WAITING" ? delivery.nextAttemptAt.toISOString() : null,
    last_attempt_at: instant(delivery.lastAttemptAt),
    last_response_status: delivery.lastResponseStatus,
    last_error: delivery.lastError,
    completed_at: instant(delivery.completedAt),
  };
}

export function presentAttempt(
  attempt: DeliveryLog["attempts"][number],
): OpsBody<"webhooks.delivery">["attempt_log"][number] {
  const { result } = attempt;
  const response = result.kind === "answered" ? result : null;
  const failure = result.kind === "unanswered" ? result : null;
  return {
    number: attempt.number,
    url: attempt.url,
    started_at: attempt.startedAt.toISOString(),
    duration_ms: attempt.durationMs,
    request_headers: { ...attempt.requestHeaders },
    response_status: response?.status ?? null,
    response_headers: response === null ? null : { ...response.headers },
    response_body: response?.body ?? null,
    response_body_is_cut: response?.bodyIsCut ?? null,
    error: failure?.error ?? null,
    error_message: failure?.message ?? null,
  };
}
