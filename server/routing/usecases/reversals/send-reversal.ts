import { areRefundsHeld, findRefundHold, isFromBackup } from "@/server/platform/refund-hold";
import { type Claim, ClaimLostError, runExclusive } from "@/server/platform/run-exclusive";
import type { PlacedReversal } from "../../domain/reversals/reversal";
import { type GatewayRefund, GatewayUnavailable, RefundRefusedForNow } from "../../gateway/port";
import { findPayment } from "../../store/payments/payments";
import { endReversalChecks, findReversal, saveReversal } from "../../store/reversals/reversals";
import type { Deps } from "../deps";
import { requireGatewayOf } from "../gateways/gateway-of";
import { isSameFailure, readRefundFailure } from "../refunds/refund-failure";
import { correctReversal } from "./correct-reversal";
import { reversalRequest } from "./reversal-request";
import {
  BUSY_AGAIN_MS,
  pollPauseMs,
  scheduleNextReversalStep,
  scheduleReversalCheck,
  reversalKey,
} from "./schedule-refund-jobs";
import { applyGatewayReversal } from "./apply-gateway-reversal";

type ReversalJob = {
  merchantId: number;
  paymentId: string;
  gatewayTransactionId: string;
};

/**
 * Sends a reversal to its gateway, polls it until its status is final (decision 0004), and then checks for a month that
 * the status stays. Safe to repeat: the gateway identifies the reversal by merchant, payment and charge. One worker at
 * a time, as with refunds.
 */
export async function sendReversal(deps: Deps, job: ReversalJob): Promise<void> {
  const run = await runExclusive(deps.sessions, reversalKey(job), (claim) => takeStep(deps, job, claim));
  if (run.kind === "busy") await scheduleNextReversalStep(deps.pool, job, BUSY_AGAIN_MS);
}

async function takeStep(deps: Deps, job: ReversalJob, claim: Claim): Promise<void> {
  const { merchantId, paymentId, gatewayTransactionId } = job;
  const reversal = await findReversal(deps.pool, merchantId, paymentId, gatewayTransactionId);
  if (reversal === null) throw new Error(`the reversal of ${gatewayTransactionId} is missing`);
  const run = await deps.gatewayCalls.refunds.run(reversal.gateway, () =>
    reversal.completedAt === null ? advance(deps, reversal, claim) : checkEnded(deps, reversal, claim),
  );
  if (run.kind === "busy") await scheduleNext(deps, reversal);
}

async function scheduleNext(deps: Deps, reversal: PlacedReversal): Promise<void> {
  const delayMs = pollPauseMs(reversal, deps.clock.now(), { young: 0, open: 0 });
  await scheduleNextReversalStep(deps.pool, reversal, delayMs);
}

async function advance(deps: Deps, reversal: PlacedReversal, claim: Claim): Promise<void> {
  const reported = await callGateway(deps, reversal, claim);
  // The common case: there is nothing to save. If it ended meanwhile, the next poll finds that.
  const isNews = reported !== null && !(reported.status === "PENDING" && reversal.status === "PROCESSING");
  if (isNews) await applyGatewayReversal(deps, reversal, reported);
  if (reported === null || reported.status === "PENDING") await scheduleNext(deps, reversal);
}

/**
 * Polls a reversal once more after its final status, on a notification and once a day during the following month.
 * Without a response, the status stays as the gateway last reported it.
 */
async function checkEnded(deps: Deps, reversal: PlacedReversal, claim: Claim): Promise<void> {
  const reported = reversal.gatewayRefundId === null ? null : await callGateway(deps, reversal, claim);
  if (reported !== null) await correctReversal(deps, reversal, reported);
  if (reversal.polledUntil === null) return;
  if (reversal.polledUntil > deps.clock.now()) await scheduleReversalCheck(deps.pool, reversal);
  else await endReversalChecks(deps.pool, reversal);
}

async function callGateway(
  deps: Deps,
  reversal: PlacedReversal,
  claim: Claim,
): Promise<GatewayRefund | null> {
  try {
    const gateway = await requireGatewayOf(deps, reversal);
    if (reversal.gatewayRefundId !== null) return await gateway.fetchRefund(reversal.gatewayRefundId);
    if (await areRefundsHeld(deps.pool)) return null;
    const request = reversalRequest({ ...reversal, requestedAt: await earliestRequest(deps, reversal) });
    await claim.confirm();
    return await gateway.refund(request);
  } catch (error) {
    if (error instanceof ClaimLostError) throw error;
    if (error instanceof RefundRefusedForNow) await saveWhyItWaits(deps, reversal, error);
    // No error may use up the job's attempts: it is scheduled again, and the log has the reason.
    const level = error instanceof GatewayUnavailable ? "warn" : "error";
    deps.logger[level]({ err: error, payment: reversal.paymentId }, "the gateway gave no usable answer");
    return null;
  }
}

/** Written only when it changes: the reversal is sent again and again until the gateway accepts it. */
async function saveWhyItWaits(
  deps: Deps,
  reversal: PlacedReversal,
  refusal: RefundRefusedForNow,
): Promise<void> {
  const failure = readRefundFailure(reversal.gateway, refusal.failure);
  if (isSameFailure(failure, reversal.failure)) return;
  await saveReversal(deps.pool, reversal.merchantId, { ...reversal, failure });
}

/**
 * When the charge can have been sent back for the first time. The backup of a payment may lack a reversal that was made before the
 * restore, and this one was then made anew.
 */
async function earliestRequest(
  deps: Deps,
  { merchantId, paymentId, requestedAt }: PlacedReversal,
): Promise<Date> {
  const hold = await findRefundHold(deps.pool);
  if (hold === null) return requestedAt;
  const payment = await findPayment(deps.pool, merchantId, paymentId);
  return payment !== null && isFromBackup(hold, payment.createdAt) ? payment.createdAt : requestedAt;
}
