import {
  PAYMENT_ALERT_EVENT,
  PAYMENT_EVENT_OF_STATUS,
  type EndpointEvent,
  type RefundAlert,
  WEBHOOK_TEST_EVENT,
} from "@/lib/contract/webhook-constants";
import type { PaymentAlert } from "../payments/alert";
import type { Payment } from "../payments/payment";
import { isTest } from "../payments/test-payment";
import { transactionRecord } from "../payments/transaction-record";
import type { Refund } from "../refunds/refund";
import { refundRecordWithFailure } from "../refunds/refund-record";

/** The webhook of a payment or refund as it was at the event. `body` is sent unchanged in every attempt. */
export type RecordWebhook = {
  event: EndpointEvent;
  sequence: number;
  occurredAt: Date;
  body: string;
};

/**
 * The webhook of the status that a payment has just reached. Derived from the record alone, so that no code that writes
 * a record can forget the event or choose a wrong one. It contains no customer contact.
 */
export function paymentWebhook(payment: Payment): RecordWebhook {
  const event = PAYMENT_EVENT_OF_STATUS[payment.status];
  const occurredAt = payment.completedAt ?? payment.createdAt;
  const sequence = sequenceOf(payment);
  const body = bodyOf(event, occurredAt, { sequence, ...recordOf(payment) });
  return { event, sequence, occurredAt, body };
}

/**
 * The webhook of an alert, the `count`th of its payment. A reference has no attempt after one that is paid, so its alerts
 * continue the sequence.
 */
export function alertWebhook(payment: Payment, alert: PaymentAlert, at: Date, count: number): RecordWebhook {
  const sequence = sequenceOf(payment) + count;
  const { kind, detail } = alert;
  const told = (name: string): string | null => detail[name] ?? null;
  const body = bodyOf(PAYMENT_ALERT_EVENT, at, {
    sequence,
    ...recordOf(payment),
    alert: {
      kind,
      dispute_id: told("dispute_id"),
      amount: told("amount"),
      currency: told("currency"),
      reason: told("reason"),
    },
  });
  return { event: PAYMENT_ALERT_EVENT, sequence, occurredAt: at, body };
}

/** The webhook of a refund that has just reached its final status, the first of it. It contains no customer contact. */
export function refundWebhook(refund: Refund, completedAt: Date): RecordWebhook {
  const event = refund.status === "SUCCESS" ? "refund.succeeded" : "refund.failed";
  const body = bodyOf(event, completedAt, { sequence: 1, ...dataOf(refund) });
  return { event, sequence: 1, occurredAt: completedAt, body };
}

/** What the gateway reports once of a refund after its final status, which stays: the latest of its late changes. */
export function refundAlertWebhook(refund: Refund, kind: RefundAlert, at: Date): RecordWebhook {
  const sequence = 1 + refund.lateChanges;
  const body = bodyOf("refund.alert", at, { sequence, ...dataOf(refund), alert: { kind } });
  return { event: "refund.alert", sequence, occurredAt: at, body };
}

function dataOf(refund: Refund): object {
  return { ...refundRecordWithFailure(refund), currency: refund.currency, test: isTest(refund) };
}

function recordOf(payment: Payment): object {
  return { ...transactionRecord(payment), completed_at: payment.completedAt?.toISOString() ?? null };
}

function bodyOf(type: EndpointEvent, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

/**
 * Increases over the events of one merchant reference: attempt n begins as 2n - 1 and ends as 2n. A later attempt
 * exists only after the previous one has ended (decision 0029), so a lower number is older.
 */
function sequenceOf(payment: Payment): number {
  return payment.status === "INITIATED" ? payment.attempt * 2 - 1 : payment.attempt * 2;
}

/** The body of `webhook.test`. */
export function testWebhookBody(endpointId: string, at: Date): string {
  return JSON.stringify({
    type: WEBHOOK_TEST_EVENT,
    timestamp: at.toISOString(),
    data: { endpoint_id: endpointId, message: "This is a test. No payment has moved." },
  });
}
