import type { OpsResult } from "@/lib/contract/ops";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";

/** A payment as the service lists it. */
export type ServicePayment = OpsResult<"payments.search">["payments"][number];

/** For the screens: the method used to pay matters more than the one requested. */
export function presentPaymentItem(payment: ServicePayment): PaymentListItem {
  return {
    transactionId: payment.transaction_id,
    reference: payment.merchant_transaction_id,
    amount: payment.transaction_amount,
    currency: payment.currency,
    status: payment.transaction_status,
    createdAt: new Date(payment.transaction_date_time).toISOString(),
    method: payment.paid_method ?? payment.payment_method,
    gateway: payment.gateway,
    isTest: payment.test === true,
    refunded: isNothing(payment.refunded_amount) ? null : payment.refunded_amount,
    inProgress: isNothing(payment.in_progress_amount) ? null : payment.in_progress_amount,
  };
}

function isNothing(amount: string): boolean {
  return /^0+\.00$/.test(amount);
}
