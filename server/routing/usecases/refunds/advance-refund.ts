import { type Claim, ClaimLostError, runExclusive } from "@/server/platform/run-exclusive";
import type { Db } from "@/server/platform/pool";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import { inTransaction } from "@/server/platform/transaction";
import type { PlacedRefund, Refund } from "../../domain/refunds/refund";
import { type GatewayRefund, GatewayUnavailable, RefundRefusedForNow } from "../../gateway/port";
import { findPayment } from "../../store/payments/payments";
import { findPlacedRefund, saveWhyRefundWaits } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { gatewayOf, requireGatewayOf } from "../gateways/gateway-of";
import { beginSending } from "./begin-sending";
import { countPendingRefunds } from "./count-pending-refunds";
import { recordLateRefund } from "./record-late-refund";
import { isSameFailure, readRefundFailure } from "./refund-failure";
import { recordReturnedRefund } from "./record-returned-refund";
import {
  BUSY_AGAIN_MS,
  pollPauseMs,
  scheduleNextRefundStep,
  refundKey,
} from "../reversals/schedule-refund-jobs";
import { applyGatewayRefund } from "./apply-gateway-refund";

type RefundJob = { merchantId: number; refundId: string };

/**
 * Carries a refund one step: sends it to its gateway or polls its status, saves the result, and schedules the next poll
 * until the status is final. Safe to repeat at any point: the gateway identifies the refund by merchant and refund id
 * (decision 0034), so after a worker is killed the repeated call returns the first result and refunds nothing twice
 * (failure 25). One worker at a time, so that the gateway's idempotency key is not the only protection against a second
 * send.
 */
export async function advanceRefund(deps: Deps, job: RefundJob): Promise<void> {
  const refund = { merchantId: job.merchantId, id: job.refundId };
  const run = await runExclusive(deps.sessions, refundKey(refund), (claim) => takeStep(deps, job, claim));
  // The other worker may have polled before the notification that caused this job.
  if (run.kind === "busy") await scheduleNextRefundStep(deps.pool, refund, BUSY_AGAIN_MS);
}

async function takeStep(deps: Deps, job: RefundJob, claim: Claim): Promise<void> {
  const refund = await findPlacedRefund(deps.pool, job.merchantId, job.refundId);
  if (refund === null) throw new Error(`refund ${job.refundId} is missing`);
  const run = await deps.gatewayCalls.refunds.run(refund.gateway, () =>
    refund.completedAt === null ? advance(deps, refund, claim) : checkEnded(deps, refund),
  );
  if (run.kind === "busy") await (await schedulingOf(deps, refund))(deps.pool, refund);
}

/** Schedules the next step, in a transaction or outside; the count that sets its time is read before. */
async function schedulingOf(deps: Deps, refund: Refund): Promise<(db: Db, next: Refund) => Promise<void>> {
  const pending = await countPendingRefunds(deps, refund);
  return (db, next) => scheduleNextRefundStep(db, next, pollPauseMs(next, deps.clock.now(), pending));
}

async function advance(deps: Deps, refund: PlacedRefund, claim: Claim): Promise<void> {
  if (refund.isUnsent && !(await beginSending(deps, refund))) return;
  const scheduleNext = await schedulingOf(deps, refund);
  const reported = await callGateway(deps, refund, claim);
  // The common case: with nothing to save, no lock is needed. If the refund ended meanwhile, the next poll finds that.
  const isNews = reported !== null && !(reported.status === "PENDING" && refund.status === "PROCESSING");
  if (!isNews) return scheduleNext(deps.pool, refund);
  const saved = await inTransaction(deps.pool, async (db) => {
    const next = await applyGatewayRefund(deps, db, refund, reported);
    if (next !== null && next.completedAt === null) await scheduleNext(db, next);
    return next;
  });
  // Another worker ended it meanwhile, perhaps as a failure.
  if (saved === null && reported.status === "SUCCESS") await recordLateRefund(deps, refund);
}

/**
 * Polls a refund once more after its final status, on a notification and on certain days later (decision 0213), because
 * its gateway may have changed the status (failure 24). Throws when the gateway does not respond, so that the job is
 * retried.
 */
async function checkEnded(deps: Deps, refund: PlacedRefund): Promise<void> {
  if (refund.gatewayRefundId === null) return;
  const gateway = await gatewayOf(deps, refund);
  // The vendor is no longer configured: a retry would not find it, and the next check is already scheduled.
  if (gateway === undefined) return;
  const reported = await gateway.fetchRefund(refund.gatewayRefundId);
  if (refund.status === "FAILURE" && reported.status === "SUCCESS") await recordLateRefund(deps, refund);
  if (refund.status === "SUCCESS" && reported.status === "FAILURE") await recordReturnedRefund(deps, refund);
}

/** Written only when it changes: the refund is sent again and again until the gateway accepts it. */
async function saveWhyItWaits(deps: Deps, refund: PlacedRefund, refusal: RefundRefusedForNow): Promise<void> {
  const failure = readRefundFailure(refund.gateway, refusal.failure);
  if (isSameFailure(failure, refund.failure)) return;
  await saveWhyRefundWaits(deps.pool, refund, failure);
}

/** Null when the gateway did not respond or refunds are on hold: nothing is known, and it is polled again. */
async function callGateway(deps: Deps, refund: PlacedRefund, claim: Claim): Promise<GatewayRefund | null> {
  try {
    const gateway = await requireGatewayOf(deps, refund);
    if (refund.gatewayRefundId !== null) return await gateway.fetchRefund(refund.gatewayRefundId);
    if (await areRefundsHeld(deps.pool)) return null;
    const payment = await findPayment(deps.pool, refund.merchantId, refund.paymentId);
    if (payment === null || payment.gatewayTransactionId === null) {
      throw new Error(`refund ${refund.id} has no charge to refund`);
    }
    await claim.confirm();
    return await gateway.refund({
      idempotencyKey: `${refund.merchantId}:${refund.id}`,
      gatewayTransactionId: payment.gatewayTransactionId,
      amountPaise: refund.amountPaise,
      currency: refund.currency,
      requestedAt: refund.requestedAt,
    });
  } catch (error) {
    if (error instanceof ClaimLostError) throw error;
    if (error instanceof RefundRefusedForNow) await saveWhyItWaits(deps, refund, error);
    // No error may use up the job's attempts: it is scheduled again, and the log has the reason.
    const level = error instanceof GatewayUnavailable ? "warn" : "error";
    deps.logger[level]({ err: error, refund: refund.id }, "the gateway gave no usable answer");
    return null;
  }
}
