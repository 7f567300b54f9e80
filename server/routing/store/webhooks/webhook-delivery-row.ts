import type { WebhookDeliveryStatus, WebhookError, WebhookEvent } from "@/lib/contract/webhook-constants";
import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery";

export type DeliveryRow = {
  merchant_id: number;
  id: string;
  endpoint_id: string;
  event: WebhookEvent;
  sequence: number | null;
  payment_id: string | null;
  merchant_transaction_id: string | null;
  occurred_at: Date;
  status: WebhookDeliveryStatus;
  attempts: number;
  tries: number;
  next_attempt_at: Date;
  is_under_way: boolean;
  last_attempt_at: Date | null;
  last_response_status: number | null;
  last_error: WebhookError | null;
  completed_at: Date | null;
};

export const COLUMNS = `merchant_id, id, endpoint_id, event, sequence, payment_id, merchant_transaction_id, occurred_at, status,
  attempts, tries, next_attempt_at, coalesce(leased_until > now(), false) as is_under_way, last_attempt_at, last_response_status, last_error, completed_at`;

/**
 * The columns for display: while an endpoint is paused after failures, the next attempt is not before the pause ends.
 */
export const SHOWN_COLUMNS = COLUMNS.replace(
  "next_attempt_at",
  `greatest(next_attempt_at, (select e.held_until from webhook_endpoints e
     where e.merchant_id = webhook_deliveries.merchant_id and e.id = webhook_deliveries.endpoint_id)) as next_attempt_at`,
);

export function fromRow(row: DeliveryRow): WebhookDelivery {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    endpointId: row.endpoint_id,
    event: row.event,
    sequence: row.sequence,
    paymentId: row.payment_id,
    reference: row.merchant_transaction_id,
    occurredAt: row.occurred_at,
    status: row.status,
    attempts: row.attempts,
    tries: row.tries,
    nextAttemptAt: row.next_attempt_at,
    isUnderWay: row.is_under_way,
    lastAttemptAt: row.last_attempt_at,
    lastResponseStatus: row.last_response_status,
    lastError: row.last_error,
    completedAt: row.completed_at,
  };
}
