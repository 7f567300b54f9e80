import type { PaymentStatus } from "./statuses";

/** The event of a payment's webhook: the payment was created, or reached the status (specification 6). */
export const PAYMENT_EVENT_OF_STATUS = {
  INITIATED: "payment.initiated",
  SUCCESS: "payment.succeeded",
  FAILURE: "payment.failed",
  DROP: "payment.dropped",
  CANCELLED: "payment.cancelled",
} as const satisfies Record<PaymentStatus, string>;
/** A gateway reports something of the money of a payment whose status is final; `data.alert` says what. */
export const PAYMENT_ALERT_EVENT = "payment.alert";
export type PaymentWebhookEvent =
  | (typeof PAYMENT_EVENT_OF_STATUS)[PaymentStatus]
  | typeof PAYMENT_ALERT_EVENT;

export const PAYMENT_WEBHOOK_EVENTS = [
  "payment.initiated",
  "payment.succeeded",
  "payment.failed",
  "payment.dropped",
  "payment.cancelled",
  PAYMENT_ALERT_EVENT,
] as const satisfies readonly PaymentWebhookEvent[];

/** The end of a refund, and what its gateway reports later of one that has ended. Only for endpoints that name them. */
export const REFUND_WEBHOOK_EVENTS = ["refund.succeeded", "refund.failed", "refund.alert"] as const;

/** `paid_late`: a failed or returned refund was paid after all. `returned`: the customer's bank sent a paid one back. */
export const REFUND_ALERTS = ["paid_late", "returned"] as const;
export type RefundAlert = (typeof REFUND_ALERTS)[number];

/** What an endpoint can subscribe to. */
export const ENDPOINT_EVENTS = [...PAYMENT_WEBHOOK_EVENTS, ...REFUND_WEBHOOK_EVENTS] as const;
export type EndpointEvent = (typeof ENDPOINT_EVENTS)[number];

/** Sent on request only, to test an endpoint. */
export const WEBHOOK_TEST_EVENT = "webhook.test";

export const WEBHOOK_EVENTS = [...ENDPOINT_EVENTS, WEBHOOK_TEST_EVENT] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** WAITING: due now or later. FAILED: dead letter. SET_ASIDE: its endpoint was disabled or deleted first. */
export const WEBHOOK_DELIVERY_STATUSES = ["WAITING", "DELIVERED", "FAILED", "SET_ASIDE"] as const;
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number];

/** GONE: it responded with 410. FAILING: it failed for days without one success. */
export const WEBHOOK_DISABLED_REASONS = ["BY_MERCHANT", "GONE", "FAILING"] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** Why a delivery attempt got no response. */
export const WEBHOOK_ERRORS = [
  "address_refused",
  "name_not_resolved",
  "connection_failed",
  "tls_failed",
  "timed_out",
  "invalid_response",
] as const;
export type WebhookError = (typeof WEBHOOK_ERRORS)[number];

/** Deliveries behind a paused endpoint are counted up to this number, which then means "at least". */
export const MAX_QUEUED_COUNTED = 10_000;

/** Whether the last attempt of a delivery failed: a pending one is then a retry. A replay after a success is not. */
export function hasFailedAttempt(delivery: {
  attempts: number;
  last_response_status: number | null;
}): boolean {
  const { attempts, last_response_status: status } = delivery;
  return attempts > 0 && (status === null || status < 200 || status > 299);
}
