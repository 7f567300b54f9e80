import { runExclusive } from "@/server/platform/run-exclusive";
import type { Reversal } from "../../domain/reversals/reversal";
import { type GatewayRefund, GatewayUnavailable, requireGateway } from "../../gateway/port";
import { endReversalWatch, findReversal } from "../../store/reversals/reversals";
import type { Deps } from "../deps";
import { refundsAreHeld } from "../refunds/refunds-are-held";
import { correctReversal } from "./correct-reversal";
import {
  BUSY_AGAIN_MS,
  pollPauseMs,
  planNextReversalStep,
  planReversalWatch,
  reversalKey,
} from "./schedule-refund-jobs";
import { applyGatewayReversal } from "./apply-gateway-reversal";

type ReversalJob = {
  merchantId: number;
  paymentId: string;
  gatewayTransactionId: string;
};

/**
 * Sends a late charge back at its gateway, follows it to its end (decision 0033), and checks for a month that the end
 * holds. Safe to repeat: the gateway knows the reversal by merchant, payment and charge. One worker at a time, as with
 * refunds.
 */
export async function sendReversal(deps: Deps, job: ReversalJob): Promise<void> {
  const run = await runExclusive(deps.sessions, reversalKey(job), () => takeStep(deps, job));
  if (run.kind === "busy") await planNextReversalStep(deps.pool, job, BUSY_AGAIN_MS);
}

async function takeStep(deps: Deps, job: ReversalJob): Promise<void> {
  const { merchantId, paymentId, gatewayTransactionId } = job;
  const reversal = await findReversal(deps.pool, merchantId, paymentId, gatewayTransactionId);
  if (reversal === null) throw new Error(`the reversal of ${gatewayTransactionId} is missing`);
  if (reversal.completedAt !== null) return checkEnded(deps, reversal);

  const standing = await askGateway(deps, reversal);
  // Most looks: there is nothing to save. Had it ended meanwhile, the next look would find that.
  const isNews = standing !== null && !(standing.status === "PENDING" && reversal.status === "PROCESSING");
  if (isNews) await applyGatewayReversal(deps, reversal, standing);
  if (standing === null || standing.status === "PENDING") {
    const delayMs = pollPauseMs(reversal, deps.clock.now(), { young: 0, open: 0 });
    await planNextReversalStep(deps.pool, reversal, delayMs);
  }
}

/**
 * Asks once more about a reversal that has ended, on a notification and once a day as long as it is watched. Without an answer the
 * status stays what the gateway said last.
 */
async function checkEnded(deps: Deps, reversal: Reversal): Promise<void> {
  const standing = reversal.gatewayRefundId === null ? null : await askGateway(deps, reversal);
  if (standing !== null) await correctReversal(deps, reversal, standing);
  if (reversal.watchedUntil === null) return;
  if (reversal.watchedUntil > deps.clock.now()) await planReversalWatch(deps.pool, reversal);
  else await endReversalWatch(deps.pool, reversal);
}

async function askGateway(deps: Deps, reversal: Reversal): Promise<GatewayRefund | null> {
  try {
    const gateway = requireGateway(deps.gateways, reversal.gateway);
    if (reversal.gatewayRefundId !== null) return await gateway.fetchRefund(reversal.gatewayRefundId);
    if (await refundsAreHeld(deps)) return null;
    return await gateway.refund({
      idempotencyKey: `${reversal.merchantId}:${reversal.paymentId}:${reversal.gatewayTransactionId}`,
      gatewayTransactionId: reversal.gatewayTransactionId,
      amountPaise: reversal.amountPaise,
      currency: reversal.currency,
    });
  } catch (error) {
    // Whatever went wrong, the job must not wear out: it asks again, and the log says why.
    const level = error instanceof GatewayUnavailable ? "warn" : "error";
    deps.logger[level]({ err: error, payment: reversal.paymentId }, "the gateway gave no usable answer");
    return null;
  }
}
