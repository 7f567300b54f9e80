import { formatPaise } from "@/lib/money";
import type { Payment } from "./payment";
import { isTest } from "./test-payment";

/**
 * A payment as its merchant sees it, in status responses and webhooks (specification 2.1), with `test` (decision 0210).
 */
export function transactionRecord(payment: Payment) {
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
    test: isTest(payment),
  };
}
