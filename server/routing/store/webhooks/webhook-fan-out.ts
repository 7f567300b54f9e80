import { insertJobs, jobOrigin } from "@/server/platform/add-job";
import { STRUGGLING_FROM_FAILURES } from "../../domain/webhooks/webhook-endpoint";
import type { PaymentWebhook } from "../../domain/webhooks/webhook-event";
import { DELIVER_WEBHOOKS } from "./webhook-tasks";

/**
 * The part of a statement that writes the webhooks of a payment's new status: one delivery for each enabled endpoint
 * subscribed to the event, and a job that wakes its sender. It is part of the statement that writes the status, so that
 * no code path can change a payment without its webhook; for a merchant without endpoints it costs one indexed lookup.
 * A struggling endpoint gets no job here: one is already scheduled for the time when it may be tried again.
 *
 * `payment` names the CTE of the written record, with merchant_id, id and merchant_transaction_id; `earlierValues` is
 * the number of the statement's own parameters. When `webhook_jobs` has rows, workers must be notified (`jobsAdded`).
 */
export function webhookFanOut(payment: string, earlierValues: number): string {
  const [event, sequence, occurredAt, body, origin] = [1, 2, 3, 4, 5].map(
    (place) => `$${earlierValues + place}`,
  );
  return `subscribed_endpoints as (
       select e.merchant_id, e.id as endpoint_id, e.consecutive_failures
       from ${payment} p join webhook_endpoints e on e.merchant_id = p.merchant_id
       where e.enabled and ${event}::text = any(e.events)),
     webhooks as (
       insert into webhook_deliveries (merchant_id, id, endpoint_id, event, sequence, payment_id,
         merchant_transaction_id, occurred_at, body, next_attempt_at)
       select e.merchant_id, ${deliveryId(`${occurredAt}::timestamptz`)}, e.endpoint_id, ${event}, ${sequence}::integer,
         p.id, p.merchant_transaction_id, ${occurredAt}, ${body}, ${occurredAt}
       from subscribed_endpoints e join ${payment} p on p.merchant_id = e.merchant_id),
     webhook_jobs as (
       ${insertJobs({
         task: DELIVER_WEBHOOKS,
         payload: `jsonb_build_object('merchantId', e.merchant_id, 'endpointId', e.endpoint_id) || ${origin}::jsonb`,
         of: "subscribed_endpoints e",
         where: `e.consecutive_failures < ${STRUGGLING_FROM_FAILURES}`,
       })})`;
}

export function webhookFanOutValues(webhook: PaymentWebhook): unknown[] {
  const { event, sequence, occurredAt, body } = webhook;
  return [event, sequence, occurredAt, body, JSON.stringify(jobOrigin())];
}

/** SQL of a new webhook-id: the milliseconds of `at` in hexadecimal, so that ids sort by time, and 128 random bits. */
export function deliveryId(at: string): string {
  return `${firstDeliveryId(at)} || replace(gen_random_uuid()::text, '-', '')`;
}

/** SQL of a text that sorts before all webhook-ids of `at`, rounded to a millisecond. */
export function firstDeliveryId(at: string): string {
  return `'msg_' || lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')`;
}
