import type { RefundFailureReason } from "@/lib/contract/refund-failures";
import type { PaymentStatus, RefundStatus } from "@/lib/contract/statuses";
import { err, ok, type Result } from "@/lib/result";

/** Why a refund failed, or why its gateway does not accept it yet; code and message are the gateway's, cleaned. */
export type RefundFailure = PaymentFailureText & { reason: RefundFailureReason };
type PaymentFailureText = { code: string | null; message: string | null };

/**
 * Money that goes back to a customer. A reversal gives a charge back whole that its payment could not keep; it is in no list,
 * balance or webhook of the merchant's refunds (decision 0401).
 */
export type Refund = {
  merchantId: number;
  kind: "refund" | "reversal";
  /** See {@link reversalId} for that of a reversal. */
  id: string;
  paymentId: string;
  /** The charge that is reversed; null for a refund, which is of its payment's charge. */
  charge: string | null;
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
  /** When it was found that its gateway paid it late, after calling it failed; its status stays FAILURE. */
  succeededLateAt: Date | null;
  /** How often its gateway has reported another end since a refund ended; a reversal's status changes instead. */
  lateChanges: number;
  /** Null for one that its gateway accepted, or of which it gave no reason. */
  failure: RefundFailure | null;
};

/** A charge is reversed once, also when its payment is read from a backup that lacks the reversal. */
export function reversalId(paymentId: string, charge: string): string {
  return `${paymentId}:${charge}`;
}

/** Null for the id of a refund. */
export function readReversalId(id: string): { paymentId: string; charge: string } | null {
  const colon = id.indexOf(":");
  return colon === -1 ? null : { paymentId: id.slice(0, colon), charge: id.slice(colon + 1) };
}

/** By what its gateway knows a refund; a reversal's differs from those of refunds, whose ids have no colon. */
export function keyAtGateway({ merchantId, id }: Pick<Refund, "merchantId" | "id">): string {
  return `${merchantId}:${id}`;
}

/** A refund at its gateway: in the account of its payment (decision 0311). */
export type PlacedRefund = Refund & { gatewayAccount: number | null };

/** SUCCESS and FAILURE are final (specification 3.2, decision 0034). */
const NEXT = {
  INITIATED: ["PROCESSING", "SUCCESS", "FAILURE"],
  PROCESSING: ["SUCCESS", "FAILURE"],
  SUCCESS: [],
  FAILURE: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>;

type RefundMoveRefused = { kind: "illegal_move"; from: RefundStatus; to: RefundStatus };

/**
 * Changes a refund's status. Pure: the caller holds the row lock and saves the result. Only a final status sets
 * `completedAt`, to `at` (specification 2.2). Errors: `illegal_move` for any change that is not allowed, such as every
 * change of a final status.
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

/** Whether its amount counts as refunded: it succeeded, or its gateway paid it late. */
export function countsAsPaid({
  status,
  succeededLateAt,
}: Pick<Refund, "status" | "succeededLateAt">): boolean {
  return status === "SUCCESS" || succeededLateAt !== null;
}

/** How a refund is at its gateway, as far as is known here. The status of a refund that has ended stays when that changes. */
export function endAtGateway({ status, lateChanges }: Pick<Refund, "status" | "lateChanges">): RefundStatus {
  if (lateChanges % 2 === 0) return status;
  return status === "SUCCESS" ? "FAILURE" : "SUCCESS";
}

/**
 * The sums of one payment's refunds, in paise; failed ones do not count (decision 0034), except those paid late. `count`: how
 * many refunds there are, failed ones too.
 */
export type RefundTotals = { refundedPaise: bigint; inProgressPaise: bigint; count: number };

/**
 * How many refunds a payment can have. One whose response was lost is looked up among those of its charge, of which adapters read
 * a thousand: half are left for refunds that were made at the gateway itself.
 */
const MOST_REFUNDS = 500;

/**
 * The remaining balance (specification 4.4, rule 2). Never below zero: the amount of a failed refund may have been
 * refunded again before its gateway paid it late.
 */
export function remainingPaise(paidPaise: bigint, totals: RefundTotals): bigint {
  const left = paidPaise - totals.refundedPaise - totals.inProgressPaise;
  return left > 0n ? left : 0n;
}

/**
 * Whether a refund that is not sent yet still fits the balance: an earlier failed refund may have been paid late since
 * it was accepted (decision 0213). `spentPaise` is the amount of the same payment that is refunded or sent. Pure: the
 * caller holds the payment's row lock.
 */
export function fitsBalance(paidPaise: bigint, spentPaise: bigint, amountPaise: bigint): boolean {
  return spentPaise + amountPaise <= paidPaise;
}

export type RefundRefused =
  | { kind: "payment_not_successful" }
  | { kind: "too_many_refunds" }
  | { kind: "exceeds_balance"; remainingPaise: bigint };

/**
 * Whether a payment can accept another refund of `amountPaise`. Pure: the caller holds the payment's row lock, so the
 * sums cannot change before the refund is written.
 */
export function admitRefund(
  payment: { status: PaymentStatus; amountPaise: bigint },
  totals: RefundTotals,
  amountPaise: bigint,
): Result<null, RefundRefused> {
  if (payment.status !== "SUCCESS") return err({ kind: "payment_not_successful" });
  if (totals.count >= MOST_REFUNDS) return err({ kind: "too_many_refunds" });
  const remaining = remainingPaise(payment.amountPaise, totals);
  if (amountPaise > remaining) return err({ kind: "exceeds_balance", remainingPaise: remaining });
  return ok(null);
}
