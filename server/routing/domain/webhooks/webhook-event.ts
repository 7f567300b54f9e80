import {
  PAYMENT_EVENT_OF_STATUS,
  type PaymentWebhookEvent,
  WEBHOOK_TEST_EVENT,
} from "@/lib/contract/webhook-constants";
import type { Payment } from "../payments/payment";
import { transactionRecord } from "../payments/transaction-record";

/** What is to be told of a payment, as it was when it happened. `body` is sent as it stands in every attempt. */
export type PaymentWebhook = {
  event: PaymentWebhookEvent;
  sequence: number;
  occurredAt: Date;
  body: string;
};

/**
 * The webhook of the status that a payment has just taken. Follows from the record alone, so that whoever writes a
 * record can neither forget the event nor choose another. It names no customer contact.
 */
export function paymentWebhook(payment: Payment): PaymentWebhook {
  const event = PAYMENT_EVENT_OF_STATUS[payment.status];
  const occurredAt = payment.completedAt ?? payment.createdAt;
  const sequence = sequenceOf(payment);
  const body = JSON.stringify({
    type: event,
    timestamp: occurredAt.toISOString(),
    data: {
      sequence,
      ...transactionRecord(payment),
      completed_at: payment.completedAt?.toISOString() ?? null,
    },
  });
  return { event, sequence, occurredAt, body };
}

/**
 * Grows over the events of one merchant reference: attempt n begins as 2n - 1 and ends as 2n. A later attempt exists only
 * once the one before it has ended (decision 0029), so what is lower is older.
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
