import { addJob } from "@/server/platform/add-job";
import type { Db } from "@/server/platform/pool";
import type { Refund } from "../../domain/refund";
import type { Reversal } from "../../domain/reversal";
import { backoffMs } from "../backoff";

/** The job that carries a refund to its end; see `advance-refund.ts`. */
export const ADVANCE_REFUND = "advance-refund";
/** The job that sends money back that must not be kept; see `send-reversal.ts`. */
export const SEND_REVERSAL = "send-reversal";

type RefundId = Pick<Refund, "merchantId" | "id">;
type ReversalId = Pick<Reversal, "merchantId" | "paymentId" | "gatewayTransactionId">;

/** A refund has one chain of jobs, whoever begins it again. */
export function refundKey({ merchantId, id }: RefundId): string {
  return `refund:${merchantId}:${id}`;
}

export function reversalKey({ merchantId, paymentId, gatewayTransactionId }: ReversalId): string {
  return `reversal:${merchantId}:${paymentId}:${gatewayTransactionId}`;
}

/** Has a refund sent or looked up at once. */
export function planRefund(db: Db, refund: RefundId): Promise<void> {
  const job = { merchantId: refund.merchantId, refundId: refund.id, attempt: 0 };
  return addJob(db, ADVANCE_REFUND, job, { key: refundKey(refund) });
}

/** Plans the next look at a refund; an earlier one that waits already keeps its time. */
export function planNextRefundStep(db: Db, refund: RefundId, attempt: number): Promise<void> {
  const job = { merchantId: refund.merchantId, refundId: refund.id, attempt: attempt + 1 };
  const options = { delayMs: backoffMs(attempt), key: refundKey(refund), keepEarlier: true };
  return addJob(db, ADVANCE_REFUND, job, options);
}

/** Has a reversal sent or looked up at once. */
export function planReversal(db: Db, reversal: ReversalId): Promise<void> {
  const { merchantId, paymentId, gatewayTransactionId } = reversal;
  const job = { merchantId, paymentId, gatewayTransactionId, attempt: 0 };
  return addJob(db, SEND_REVERSAL, job, { key: reversalKey(reversal) });
}

/** Plans the next look at a reversal; an earlier one that waits already keeps its time. */
export function planNextReversalStep(db: Db, reversal: ReversalId, attempt: number): Promise<void> {
  const { merchantId, paymentId, gatewayTransactionId } = reversal;
  const job = { merchantId, paymentId, gatewayTransactionId, attempt: attempt + 1 };
  const options = { delayMs: backoffMs(attempt), key: reversalKey(reversal), keepEarlier: true };
  return addJob(db, SEND_REVERSAL, job, options);
}
