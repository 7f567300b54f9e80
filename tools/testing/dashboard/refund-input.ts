import { randomUUID } from "node:crypto";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RequestRefundInput } from "@/lib/refunds/refund-form-view";

/** What the refund form of a payment submits, under a new id. */
export function refundInput(
  payment: TransactionRecord,
  fields: Partial<RequestRefundInput> = {},
): RequestRefundInput {
  return {
    intentId: randomUUID(),
    reference: payment.merchant_transaction_id,
    transactionId: payment.transaction_id,
    amount: "120.25",
    reason: "Damaged",
    isApprovalExpected: false,
    ...fields,
  };
}
