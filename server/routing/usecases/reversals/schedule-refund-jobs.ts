import { addJob, addNewJobs, type JobOrigin } from "@/server/platform/add-job";
import type { Db } from "@/server/platform/pool";
import type { Refund } from "../../domain/refunds/refund";
import type { Reversal } from "../../domain/reversals/reversal";

/** The job that carries a refund to its final status; see `advance-refund.ts`. */
export const ADVANCE_REFUND = "advance-refund";
/** The job that sends a reversal; see `send-reversal.ts`. */
export const SEND_REVERSAL = "send-reversal";

type RefundId = Pick<Refund, "merchantId" | "id">;
type ReversalId = Pick<Reversal, "merchantId" | "paymentId" | "gatewayTransactionId">;

/** A refund has at most one chain of jobs. */
export function refundKey({ merchantId, id }: RefundId): string {
  return `refund:${merchantId}:${id}`;
}

export function reversalKey({ merchantId, paymentId, gatewayTransactionId }: ReversalId): string {
  return `reversal:${merchantId}:${paymentId}:${gatewayTransactionId}`;
}

/** Schedules sending new refunds at once; `origin`: the request of each. */
export function scheduleNewRefunds(
  db: Db,
  refunds: readonly { refund: RefundId; origin: JobOrigin }[],
): Promise<void> {
  const jobs = refunds.map(({ refund, origin }) => ({
    payload: { merchantId: refund.merchantId, refundId: refund.id },
    key: refundKey(refund),
    origin,
  }));
  return addNewJobs(db, ADVANCE_REFUND, jobs);
}

/** Schedules sending or polling a refund at once. */
export function scheduleRefund(db: Db, refund: RefundId): Promise<void> {
  const job = { merchantId: refund.merchantId, refundId: refund.id };
  return addJob(db, ADVANCE_REFUND, job, { key: refundKey(refund) });
}

/** Schedules the next poll of a refund. If one is already scheduled, the earlier time applies. */
export function scheduleNextRefundStep(db: Db, refund: RefundId, delayMs: number): Promise<void> {
  const job = { merchantId: refund.merchantId, refundId: refund.id };
  const options = { delayMs: jittered(delayMs), key: refundKey(refund), onWaiting: "soonest" } as const;
  return addJob(db, ADVANCE_REFUND, job, options);
}

/** Schedules sending or polling a reversal at once. */
export function scheduleReversal(db: Db, reversal: ReversalId): Promise<void> {
  const { merchantId, paymentId, gatewayTransactionId } = reversal;
  const job = { merchantId, paymentId, gatewayTransactionId };
  return addJob(db, SEND_REVERSAL, job, { key: reversalKey(reversal) });
}

/** Schedules the next poll of a reversal. If one is already scheduled, the earlier time applies. */
export function scheduleNextReversalStep(db: Db, reversal: ReversalId, delayMs: number): Promise<void> {
  const { merchantId, paymentId, gatewayTransactionId } = reversal;
  const job = { merchantId, paymentId, gatewayTransactionId };
  const options = { delayMs: jittered(delayMs), key: reversalKey(reversal), onWaiting: "soonest" } as const;
  return addJob(db, SEND_REVERSAL, job, options);
}

const ONCE_A_DAY_MS = 24 * 60 * 60_000;

/** Schedules the next check of a final reversal; an earlier scheduled poll keeps its time. */
export function scheduleReversalCheck(db: Db, reversal: ReversalId): Promise<void> {
  return scheduleNextReversalStep(db, reversal, ONCE_A_DAY_MS);
}

/** The pause when another worker is processing the same record. */
export const BUSY_AGAIN_MS = 1_000;

const SOONEST_MS = 500;
const USUAL_MS = 30_000;
const ONCE_A_MINUTE_MS = 60_000;
const RAREST_MS = 15 * 60_000;

/** Refunds of the last minute share a hundred polls a second at their gateways, up to this number of them. */
export const YOUNG_MS = 60_000;
export const COUNTED_UP_TO = 500;
const SHARE_OF_POLLS_MS = 10;
/** Older ones share twenty polls a second, as far as their longest pauses allow. */
const SHARE_OF_OLDER_POLLS_MS = 50;
export const OPEN_COUNTED_UP_TO = RAREST_MS / SHARE_OF_OLDER_POLLS_MS;

/**
 * The pause before the next poll of a refund or reversal. It depends only on the age (0116), so restarts never lengthen
 * it: the age itself, from half a second to half a minute; from one hour of age, 1/120 of it, up to a quarter of an
 * hour. Many pending ones share the rate: those of the last minute (`young`, 0116) wait up to five seconds; older ones
 * (`open`) up to a minute during their first ten minutes, later up to a tenth of their age. What its gateway does not
 * have yet is sent again at least every minute.
 */
export function pollPauseMs(
  way: Pick<Refund, "gatewayRefundId" | "requestedAt">,
  at: Date,
  { young, open }: { young: number; open: number },
): number {
  const ageMs = at.getTime() - way.requestedAt.getTime();
  const isSent = way.gatewayRefundId !== null;
  const slowestMs = isSent ? clamp(ageMs / 120, USUAL_MS, RAREST_MS) : USUAL_MS;
  const mostCrowdedMs = isSent ? clamp(ageMs / 10, ONCE_A_MINUTE_MS, RAREST_MS) : ONCE_A_MINUTE_MS;
  const shareMs =
    ageMs < YOUNG_MS
      ? Math.min(young, COUNTED_UP_TO) * SHARE_OF_POLLS_MS
      : Math.min(open * SHARE_OF_OLDER_POLLS_MS, mostCrowdedMs);
  return Math.max(clamp(ageMs, SOONEST_MS, slowestMs), shareMs);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Jitter of 10%, so that refunds of one moment are not polled at the same time. */
function jittered(delayMs: number): number {
  return Math.round(delayMs * (0.9 + Math.random() * 0.2));
}
