import type { OpsBody } from "@/lib/contract/ops";
import type { TransactionRecord, WrittenRefund } from "@/lib/contract/responses";
import type { Payment } from "../domain/payments/payment";
import type { Refund } from "../domain/refunds/refund";
import { refundRecord, refundRecordWithFailure } from "../domain/refunds/refund-record";
import { transactionRecord } from "../domain/payments/transaction-record";

/** A payment in its wire format (specification 2.1). */
export function presentPayment(payment: Payment): TransactionRecord {
  return transactionRecord(payment);
}

/** The extension's refund also says why the gateway made no refund, or makes none at present. */
export function presentOpsRefund(refund: Refund): OpsBody<"refunds.search">["refunds"][number] {
  return refundRecordWithFailure(refund);
}

/** A refund in its wire format (specification 2.2). */
export function presentRefund(refund: Refund): WrittenRefund {
  return refundRecord(refund);
}
