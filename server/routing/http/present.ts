import type { z } from "zod";
import type { OpsBody } from "@/lib/contract/ops";
import type { refundRecordSchema, TransactionRecord } from "@/lib/contract/responses";
import { formatPaise } from "@/lib/money";
import type { Payment } from "../domain/payments/payment";
import type { Refund } from "../domain/refunds/refund";
import { transactionRecord } from "../domain/payments/transaction-record";

/** A payment in its wire format (specification 2.1). */
export function presentPayment(payment: Payment): TransactionRecord {
  return transactionRecord(payment);
}

/** The same in the extension, which also says why the gateway made no refund, or makes none at present. */
export function presentOpsRefund(refund: Refund): OpsBody<"refunds.search">["refunds"][number] {
  return { ...presentRefund(refund), failure: refund.status === "SUCCESS" ? null : refund.failure };
}

/** A refund in its wire format (specification 2.2). */
export function presentRefund(refund: Refund): z.input<typeof refundRecordSchema> {
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
    ...(refund.succeededLateAt !== null && {
      refund_succeeded_late_at: refund.succeededLateAt.toISOString(),
    }),
  };
}
