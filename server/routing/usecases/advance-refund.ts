import { addJob } from "@/server/platform/jobs";
import { inTransaction } from "@/server/platform/transaction";
import { moveRefund, type Refund } from "../domain/refund";
import { type GatewayRefund, GatewayUnavailable, requireGateway } from "../gateway/port";
import { findPayment } from "../store/payments";
import { findRefund, lockRefund, saveRefundMove } from "../store/refunds";
import { backoffMs } from "./backoff";
import type { Deps } from "./deps";
import { ADVANCE_REFUND } from "./request-refund";

/**
 * Carries a refund one step: sends it to its gateway, or asks where it stands, saves what was learnt, and plans the next
 * look until it has ended. Safe to repeat at any point: the gateway knows the refund by merchant and refund
 * id (D11), so a worker that was killed after the call has it answered again, not done again (failure 25).
 */
export async function advanceRefund(
  deps: Deps,
  job: { merchantId: number; refundId: string; attempt: number },
): Promise<void> {
  const refund = await findRefund(deps.pool, job.merchantId, job.refundId);
  if (refund === null) throw new Error(`refund ${job.refundId} is missing`);
  if (refund.completedAt !== null) return;

  const standing = await askGateway(deps, refund);
  await inTransaction(deps.pool, async (db) => {
    const current = await lockRefund(db, job.merchantId, job.refundId);
    if (current === null || current.completedAt !== null) return;
    const next = standing === null ? current : applied(deps, current, standing);
    if (next !== current) await saveRefundMove(db, job.merchantId, next);
    if (next.completedAt !== null) return;
    await addJob(
      db,
      ADVANCE_REFUND,
      { ...job, attempt: job.attempt + 1 },
      { delayMs: backoffMs(job.attempt) },
    );
  });
}

/** Null when the gateway did not answer: nothing is known, and it will be asked again. */
async function askGateway(deps: Deps, refund: Refund): Promise<GatewayRefund | null> {
  const gateway = requireGateway(deps.gateways, refund.gateway);
  try {
    if (refund.gatewayRefundId !== null) return await gateway.fetchRefund(refund.gatewayRefundId);
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

function applied(deps: Deps, refund: Refund, standing: GatewayRefund): Refund {
  const to = standing.status === "PENDING" ? "PROCESSING" : standing.status;
  if (to === refund.status) return refund;
  const moved = moveRefund(refund, to, deps.clock.now(), standing.gatewayRefundId);
  if (!moved.ok)
    throw new Error(`refund ${refund.id} cannot move from ${moved.error.from} to ${moved.error.to}`);
  return moved.value;
}
