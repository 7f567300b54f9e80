import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { stateOfStatus } from "@/lib/payments/payment-state";

/** A paid payment of a list, of which 60.00 can be refunded. */
export function paymentItem(fields: Partial<PaymentListItem> = {}): PaymentListItem {
  return {
    transactionId: "TXN1",
    reference: "ORDER-1",
    amount: "100.00",
    currency: "INR",
    status: "SUCCESS",
    state: stateOfStatus("SUCCESS"),
    createdAt: "2026-11-21T09:00:00.000Z",
    method: null,
    gateway: null,
    isTest: false,
    customer: null,
    refunded: "40.00",
    inProgress: null,
    manual: null,
    details: { remaining: "60.00" },
    ...fields,
  };
}
