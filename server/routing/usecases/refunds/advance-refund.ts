import { runExclusive } from "@/server/platform/run-exclusive";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { Refund } from "../../domain/refunds/refund";
import { type GatewayRefund, GatewayUnavailable, requireGateway } from "../../gateway/port";
import { findPayment } from "../../store/payments/payments";
import { findRefund } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { beginSending } from "./begin-sending";
import { countOpenRefunds } from "./count-open-refunds";
import { countYoungRefunds } from "./count-young-refunds";
import { recordLateRefund } from "./record-late-refund";
import { recordReturnedRefund } from "./record-returned-refund";
import {
  BUSY_AGAIN_MS,
  pollPauseMs,
  planNextRefundStep,
  refundKey,
  YOUNG_MS,
} from "../reversals/schedule-refund-jobs";
import { refundsAreHeld } from "./refunds-are-held";
import { applyGatewayRefund } from "./apply-gateway-refund";

type RefundJob = { merchantId: number; refundId: string };

/**
 * Carries a refund one step: sends it to its gateway, or asks where it stands, saves what was learnt, and plans the next
 * look until it has ended. Safe to repeat at any point: the gateway knows the refund by merchant and refund
 * id (decision 0034), so a worker that was killed after the call has it answered again, not done again (failure 25). One worker
 * at a time: while a send is under way, the gateway's memory of its key is not the only thing between it and a second one.
 */
export async function advanceRefund(deps: Deps, job: RefundJob): Promise<void> {
  const refund = { merchantId: job.merchantId, id: job.refundId };
  const run = await runExclusive(deps.sessions, refundKey(refund), () => takeStep(deps, job));
  // Whoever is at it may have been asked before the hint came that brought this job here.
  if (run.kind === "busy") await planNextRefundStep(deps.pool, refund, BUSY_AGAIN_MS);
}

async function takeStep(deps: Deps, job: RefundJob): Promise<void> {
  const refund = await findRefund(deps.pool, job.merchantId, job.refundId);
  if (refund === null) throw new Error(`refund ${job.refundId} is missing`);
  if (refund.completedAt !== null) return checkEnded(deps, refund);
  if (refund.isUnsent && !(await beginSending(deps, refund))) return;

  const underWay = await countPending(deps, refund);
  const planNext = (db: Db, next: Refund): Promise<void> =>
    planNextRefundStep(db, next, pollPauseMs(next, deps.clock.now(), underWay));
  const standing = await askGateway(deps, refund);
  // Most looks: with nothing to save there is nothing to lock. Had it ended meanwhile, the next look would find that.
  const isNews = standing !== null && !(standing.status === "PENDING" && refund.status === "PROCESSING");
  if (!isNews) return planNext(deps.pool, refund);
  const taken = await inTransaction(deps.pool, async (db) => {
    const next = await applyGatewayRefund(deps, db, refund, standing);
    if (next !== null && next.completedAt === null) await planNext(db, next);
    return next;
  });
  // Another worker ended it meanwhile: as a failure, perhaps.
  if (taken === null && standing.status === "SUCCESS") await recordLateRefund(deps, refund);
}

/**
 * Asks once more about a refund that has ended, on a notification and on some days after its end (decision 0205), because its gateway
 * may have changed its status (failure 24). Throws when the gateway does not say, so that the job is tried again.
 */
async function checkEnded(deps: Deps, refund: Refund): Promise<void> {
  if (refund.gatewayRefundId === null) return;
  const gateway = deps.gateways.get(refund.gateway);
  // No vendor of this process any more: no repetition would find one, and its next check is planned.
  if (gateway === undefined) return;
  const standing = await gateway.fetchRefund(refund.gatewayRefundId);
  if (refund.status === "FAILURE" && standing.status === "SUCCESS") await recordLateRefund(deps, refund);
  if (refund.status === "SUCCESS" && standing.status === "FAILURE") await recordReturnedRefund(deps, refund);
}

/** What a refund of its age waits for: the young for the young, older ones for all. */
async function countPending({ pool, clock }: Deps, refund: Refund): Promise<{ young: number; open: number }> {
  const now = clock.now();
  const [young, open] = await Promise.all([
    countYoungRefunds(pool, now),
    now.getTime() - refund.requestedAt.getTime() < YOUNG_MS ? 0 : countOpenRefunds(pool, now),
  ]);
  return { young, open };
}

/** Null when the gateway did not answer or refunds are held: nothing is known, and it will be asked again. */
async function askGateway(deps: Deps, refund: Refund): Promise<GatewayRefund | null> {
  try {
    const gateway = requireGateway(deps.gateways, refund.gateway);
    if (refund.gatewayRefundId !== null) return await gateway.fetchRefund(refund.gatewayRefundId);
    if (await refundsAreHeld(deps)) return null;
    const payment = await findPayment(deps.pool, refund.merchantId, refund.paymentId);
    if (payment === null || payment.gatewayTransactionId === null) {
      throw new Error(`refund ${refund.id} has no charge to refund`);
    }
    return await gateway.refund({
      idempotencyKey: `${refund.merchantId}:${refund.id}`,
      gatewayTransactionId: payment.gatewayTransactionId,
      amountPaise: refund.amountPaise,
      currency: refund.currency,
    });
  } catch (error) {
    // Whatever went wrong, the job must not wear out: it asks again, and the log says why.
    const level = error instanceof GatewayUnavailable ? "warn" : "error";
    deps.logger[level]({ err: error, refund: refund.id }, "the gateway gave no usable answer");
    return null;
  }
}
