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

/** Plans the next look at a refund. Of it and one that waits already, the earlier time counts. */
export function planNextRefundStep(db: Db, refund: RefundId, attempt: number, pace?: Pace): Promise<void> {
  const job = { merchantId: refund.merchantId, refundId: refund.id, attempt: attempt + 1 };
  const options = {
    delayMs: backoffMs(attempt, pace),
    key: refundKey(refund),
    onWaiting: "soonest",
  } as const;
  return addJob(db, ADVANCE_REFUND, job, options);
}

/** Has a reversal sent or looked up at once. */
export function planReversal(db: Db, reversal: ReversalId): Promise<void> {
  const { merchantId, paymentId, gatewayTransactionId } = reversal;
  const job = { merchantId, paymentId, gatewayTransactionId, attempt: 0 };
  return addJob(db, SEND_REVERSAL, job, { key: reversalKey(reversal) });
}

/** Plans the next look at a reversal. Of it and one that waits already, the earlier time counts. */
export function planNextReversalStep(
  db: Db,
  reversal: ReversalId,
  attempt: number,
  pace?: Pace,
): Promise<void> {
  const { merchantId, paymentId, gatewayTransactionId } = reversal;
  const job = { merchantId, paymentId, gatewayTransactionId, attempt: attempt + 1 };
  const options = {
    delayMs: backoffMs(attempt, pace),
    key: reversalKey(reversal),
    onWaiting: "soonest",
  } as const;
  return addJob(db, SEND_REVERSAL, job, options);
}

const ONCE_A_DAY_MS = 24 * 60 * 60_000;

/** Plans the next look at a reversal that has ended. One that is wanted sooner comes sooner. */
export function planReversalWatch(db: Db, reversal: ReversalId): Promise<void> {
  const daily = { capMs: ONCE_A_DAY_MS, leastMs: ONCE_A_DAY_MS };
  return planNextReversalStep(db, reversal, 0, daily);
}

const ONCE_A_MINUTE_MS = 60_000;
const RAREST_MS = 15 * 60_000;

/** Refunds of the last minute share a hundred looks a second at their gateways, as long as there are no more than these. */
export const YOUNG_MS = 60_000;
export const COUNTED_UP_TO = 500;
const SHARE_OF_LOOKS_MS = 10;

type Pace = { capMs: number; leastMs: number };

/**
 * How often money on its way back is looked at in the end: once a minute in its first ten, later after each tenth of its age, about
 * every quarter of an hour in the end. Banks take days, and ten thousand refunds under way must not be two hundred calls a
 * second. What its gateway does not have yet is sent again every minute. `young`: how many of the last minute are under way;
 * where there are hundreds, the first looks wait for each other (0192).
 */
export function paceOf(
  way: Pick<Refund, "gatewayRefundId" | "requestedAt">,
  at: Date,
  { young }: { young: number },
): Pace {
  const leastMs = Math.min(young, COUNTED_UP_TO) * SHARE_OF_LOOKS_MS;
  if (way.gatewayRefundId === null) return { capMs: ONCE_A_MINUTE_MS, leastMs };
  const tenthMs = (at.getTime() - way.requestedAt.getTime()) / 10;
  return { capMs: Math.min(Math.max(tenthMs, ONCE_A_MINUTE_MS), RAREST_MS), leastMs };
}
