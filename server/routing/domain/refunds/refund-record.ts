import type { WrittenRefund } from "@/lib/contract/responses";
import { formatPaise } from "@/lib/money";
import type { Refund } from "./refund";

/** A refund in its wire format (specification 2.2). */
export function refundRecord(refund: Refund): WrittenRefund {
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

/** The refund record with why the gateway made no refund, or makes none at present. */
export function refundRecordWithFailure(refund: Refund) {
  return { ...refundRecord(refund), failure: refund.status === "SUCCESS" ? null : refund.failure };
}
