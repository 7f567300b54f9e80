import { type JobOrigin, jobOrigin } from "@/server/platform/run-job";
import type { RecordWebhook } from "../../domain/webhooks/webhook-event";

/** SQL expressions of a webhook's values: parameters of the statement, or columns of the written record `p`. */
type WebhookValues = Record<"merchant" | "event" | "sequence" | "occurredAt" | "body" | "origin", string>;

/**
 * The values as five parameters of the statement, after `earlierValues` others, of which the first is the merchant: named
 * again for the endpoints, so that a Citus asks that merchant's shard alone.
 */
export function webhookParameters(earlierValues: number): WebhookValues {
  const place = (n: number, type: string): string => `$${earlierValues + n}::${type}`;
  return {
    merchant: "$1",
    event: place(1, "text"),
    sequence: place(2, "integer"),
    occurredAt: place(3, "timestamptz"),
    body: place(4, "text"),
    origin: place(5, "jsonb"),
  };
}

/** The values as columns of the written record, for a statement that writes several, in the order of the parameters. */
export const WEBHOOK_COLUMNS: readonly (readonly [column: string, type: string])[] = [
  ["event", "text"],
  ["sequence", "integer"],
  ["occurred_at", "timestamptz"],
  ["body", "text"],
  ["origin", "jsonb"],
];
export const WEBHOOK_OF_ROW: WebhookValues = {
  merchant: "p.merchant_id",
  event: "p.event",
  sequence: "p.sequence",
  occurredAt: "p.occurred_at",
  body: "p.body",
  origin: "p.origin",
};

/** The values of `webhookParameters`, in their order. */
export function webhookFanOutValues(webhook: RecordWebhook, origin: JobOrigin = jobOrigin()): unknown[] {
  const { event, sequence, occurredAt, body } = webhook;
  return [event, sequence, occurredAt, body, JSON.stringify(origin)];
}

/**
 * The part of a statement that writes the webhooks of payments' new statuses: one delivery for each enabled endpoint
 * subscribed to the event. It is part of the statement that writes the status, so that no code path can change a payment
 * without its webhook; for a merchant without endpoints it costs one indexed lookup.
 *
 * `payment` names the CTE of the written records, with merchant_id, id and merchant_transaction_id. When `webhooks` has
 * rows, senders must be woken (`webhooksAreDue`).
 */
export function webhookFanOut(payment: string, of: WebhookValues): string {
  return `webhooks_to_write as (
       select e.merchant_id, e.id as endpoint_id, p.id as payment_id, p.merchant_transaction_id,
         ${of.event} as event, ${of.sequence} as sequence, ${of.occurredAt} as occurred_at, ${of.body} as body,
         ${of.origin} as origin
       from ${payment} p join webhook_endpoints e on e.merchant_id = p.merchant_id
       where e.merchant_id = ${of.merchant} and e.enabled and ${of.event} = any(e.events)),
     webhooks as (
       insert into webhook_deliveries (merchant_id, id, endpoint_id, event, sequence, payment_id,
         merchant_transaction_id, occurred_at, body, next_attempt_at, origin)
       select merchant_id, ${deliveryId("occurred_at")}, endpoint_id, event, sequence,
         payment_id, merchant_transaction_id, occurred_at, body, occurred_at, origin
       from webhooks_to_write
       returning endpoint_id)`;
}

/** SQL of a new webhook-id: the milliseconds of `at` in hexadecimal, so that ids sort by time, and 128 random bits. */
export function deliveryId(at: string): string {
  return `${firstDeliveryId(at)} || replace(gen_random_uuid()::text, '-', '')`;
}

/** SQL of a text that sorts before all webhook-ids of `at`, rounded to a millisecond. */
export function firstDeliveryId(at: string): string {
  return `'msg_' || lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')`;
}
