import { runAlone } from "@/server/platform/alone";
import type { Reversal } from "../../domain/reversal";
import { type GatewayRefund, GatewayUnavailable, requireGateway } from "../../gateway/port";
import { findReversal } from "../../store/reversals";
import type { Deps } from "../deps";
import { paceOf, planNextReversalStep, reversalKey } from "./plan-money-back";
import { takeReversalStanding } from "./take-reversal-standing";

type ReversalJob = {
  merchantId: number;
  paymentId: string;
  gatewayTransactionId: string;
  attempt: number;
};

/**
 * Sends a late charge back at its gateway, and follows it to its end (D10). Safe to repeat: the gateway knows the
 * reversal by merchant, payment and charge. One worker at a time, as with refunds.
 */
export async function sendReversal(deps: Deps, job: ReversalJob): Promise<void> {
  const run = await runAlone(deps.sessions, reversalKey(job), () => takeStep(deps, job));
  if (run.kind === "busy") await planNextReversalStep(deps.pool, job, job.attempt);
}

async function takeStep(deps: Deps, job: ReversalJob): Promise<void> {
  const { merchantId, paymentId, gatewayTransactionId } = job;
  const reversal = await findReversal(deps.pool, merchantId, paymentId, gatewayTransactionId);
  if (reversal === null) throw new Error(`the reversal of ${gatewayTransactionId} is missing`);
  if (reversal.completedAt !== null) return;

  const standing = await askGateway(deps, reversal);
  // Most looks: there is nothing to save. Had it ended meanwhile, the next look would find that.
  const isNews = standing !== null && !(standing.status === "PENDING" && reversal.status === "PROCESSING");
  if (isNews) await takeReversalStanding(deps, reversal, standing);
  if (standing === null || standing.status === "PENDING") {
    await planNextReversalStep(
      deps.pool,
      reversal,
      job.attempt,
      paceOf(reversal, deps.clock.now(), { young: 0 }),
    );
  }
}

async function askGateway(deps: Deps, reversal: Reversal): Promise<GatewayRefund | null> {
  try {
    const gateway = requireGateway(deps.gateways, reversal.gateway);
    if (reversal.gatewayRefundId !== null) return await gateway.fetchRefund(reversal.gatewayRefundId);
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
