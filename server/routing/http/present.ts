import { formatPaise } from "@/lib/money";
import type { Payment } from "../domain/payment";
import type { Refund } from "../domain/refund";

/** The fields of section 2.1, and the echoed udf fields of D12. */
export function presentPayment(payment: Payment): object {
  return {
    transaction_id: payment.id,
    merchant_transaction_id: payment.reference,
    transaction_amount: formatPaise(payment.amountPaise),
    transaction_status: payment.status,
    transaction_date_time: payment.createdAt.toISOString(),
    gateway_transaction_id: payment.gatewayTransactionId,
    currency: payment.currency,
    udf1: payment.udf1,
    udf2: payment.udf2,
    udf3: payment.udf3,
  };
}

/** The fields of section 2.2. */
export function presentRefund(refund: Refund): object {
  return {
    refund_id: refund.id,
    transaction_id: refund.paymentId,
    merchant_transaction_id: refund.reference,
    refund_amount: formatPaise(refund.amountPaise),
    refund_status: refund.status,
    gateway_refund_id: refund.gatewayRefundId,
    refund_reason: refund.reason,
    refund_requested_at: refund.requestedAt.toISOString(),
    refund_completed_at: refund.completedAt?.toISOString() ?? null,
  };
}
