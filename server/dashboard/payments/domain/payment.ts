import type { TransactionRecord } from "@/lib/contract/responses";
import type { PaymentView } from "@/lib/payments/payment-view";

/** Records as the service lists them, newest first (specification 4.2), for the screens. */
export function presentPayments(records: readonly TransactionRecord[]): PaymentView[] {
  return records.map((record, index) => ({
    transactionId: record.transaction_id,
    reference: record.merchant_transaction_id,
    amount: record.transaction_amount,
    currency: record.currency,
    status: record.transaction_status,
    createdAt: new Date(record.transaction_date_time).toISOString(),
    gatewayTransactionId: record.gateway_transaction_id,
    udf: { udf1: record.udf1, udf2: record.udf2, udf3: record.udf3 },
    isLatest: index === 0,
    isTest: record.test === true,
  }));
}
