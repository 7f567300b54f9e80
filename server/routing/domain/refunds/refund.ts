import type { PaymentStatus, RefundStatus } from "@/lib/contract/statuses";
import { err, ok, type Result } from "@/lib/result";

export type Refund = {
  merchantId: number;
  id: string;
  paymentId: string;
  reference: string;
  amountPaise: bigint;
  currency: string;
  status: RefundStatus;
  reason: string | null;
  gateway: string;
  gatewayRefundId: string | null;
  /** No call has sent it to its gateway so far; false when that is not certain. */
  isUnsent: boolean;
  requestedAt: Date;
  completedAt: Date | null;
  /** When its gateway was found to have paid it although it had called it failed; its status stays FAILURE. */
  succeededLateAt: Date | null;
};

/** SUCCESS and FAILURE are final (specification 3.2, decision 0034). */
const NEXT = {
  INITIATED: ["PROCESSING", "SUCCESS", "FAILURE"],
  PROCESSING: ["SUCCESS", "FAILURE"],
  SUCCESS: [],
  FAILURE: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>;

export type RefundMoveRefused = { kind: "illegal_move"; from: RefundStatus; to: RefundStatus };

/**
 * Moves a refund along one edge. Pure: the caller holds the row lock and saves the result.
 * Reaching a terminal status sets `completedAt` to `at`; nothing else does (specification 2.2).
 * Errors: `illegal_move` when the edge is absent, which includes every move from a terminal status.
 */
export function moveRefund(
  refund: Refund,
  to: RefundStatus,
  at: Date,
  gatewayRefundId: string | null = refund.gatewayRefundId,
): Result<Refund, RefundMoveRefused> {
  const targets: readonly RefundStatus[] = NEXT[refund.status];
  if (!targets.includes(to)) return err({ kind: "illegal_move", from: refund.status, to });
  return ok({ ...refund, status: to, gatewayRefundId, completedAt: NEXT[to].length === 0 ? at : null });
}

/**
 * What the refunds of one payment add up to, in paise; failed ones count nowhere (decision 0034), but for those that were
 * paid late.
 */
export type RefundTotals = { refundedPaise: bigint; inProgressPaise: bigint };

/**
 * What may still be refunded (specification 4.4, rule 2). Never below zero: the amount of a refund that had failed may have
 * been refunded again before its gateway paid it after all.
 */
export function remainingPaise(paidPaise: bigint, totals: RefundTotals): bigint {
  const left = paidPaise - totals.refundedPaise - totals.inProgressPaise;
  return left > 0n ? left : 0n;
}

/**
 * Whether a refund that was not sent yet still fits: a refund that had failed may have been paid since it was accepted (decision
 * 0213). `spentPaise` is what was refunded or has been sent of the same payment. Pure: the caller holds the payment's row lock.
 */
export function fitsBalance(paidPaise: bigint, spentPaise: bigint, amountPaise: bigint): boolean {
  return spentPaise + amountPaise <= paidPaise;
}

export type RefundRefused =
  | { kind: "payment_not_successful" }
  | { kind: "exceeds_balance"; remainingPaise: bigint };

/**
 * Whether a payment can take one more refund of `amountPaise`. Pure: the caller holds the payment's row lock, so the
 * totals cannot change before the refund is written.
 */
export function admitRefund(
  payment: { status: PaymentStatus; amountPaise: bigint },
  totals: RefundTotals,
  amountPaise: bigint,
): Result<null, RefundRefused> {
  if (payment.status !== "SUCCESS") return err({ kind: "payment_not_successful" });
  const remaining = remainingPaise(payment.amountPaise, totals);
  if (amountPaise > remaining) return err({ kind: "exceeds_balance", remainingPaise: remaining });
  return ok(null);
}
