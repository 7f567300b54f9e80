import { randomUUID } from "node:crypto";
import type { Release } from "@/server/platform/due-rows/work-due-rows";
import { areRefundsHeld, findRefundHold, isFromBackup } from "@/server/platform/refund-hold";
import { pauseUntilAnswered, pauseUntilCheck } from "../../domain/refund-checks";
import type { PlacedReversal } from "../../domain/reversals/reversal";
import { type GatewayRefund, GatewayUnavailable, RefundRefusedForNow } from "../../gateway/port";
import { findPayment } from "../../store/payments/payments";
import { dueReversals, extendToSend, type TakenReversal } from "../../store/reversals/due-reversals";
import { saveReversal } from "../../store/reversals/reversals";
import type { Deps } from "../deps";
import { isConfigured, requireGatewayOf } from "../gateways/gateway-of";
import { jittered, pollPauseMs } from "../poll-pause";
import { ClaimLostError, confirmClaim } from "../refunds/begin-sending";
import { isSameFailure, readRefundFailure } from "../refunds/refund-failure";
import { correctReversal } from "./correct-reversal";
import { reversalRequest } from "./reversal-request";
import { applyGatewayReversal } from "./apply-gateway-reversal";

type ReversalId = Pick<PlacedReversal, "merchantId" | "paymentId" | "gatewayTransactionId">;

/** Takes this reversal and carries it one step, due or not; does nothing while a worker has it. */
export async function sendReversal(deps: Deps, id: ReversalId): Promise<void> {
  const taken = await dueReversals.takeOne(deps.pool, randomUUID(), id);
  if (taken !== null) await stepReversal(deps, taken);
}

/**
 * Sends a reversal to its gateway, or polls it until its status is final (decision 0004) and a few more times (0205). Safe to
 * repeat: the gateway identifies the reversal by merchant, payment and charge. Only the worker that has taken it sends it, as
 * with refunds.
 */
export async function stepReversal(
  deps: Deps,
  reversal: TakenReversal,
  release: Release<TakenReversal> = (released) => dueReversals.release(deps.pool, [released]),
): Promise<void> {
  const reported = await callGateway(deps, reversal);
  const at = deps.clock.now();
  if (reversal.completedAt !== null) {
    if (reported !== null) await correctReversal(deps, reversal, reported);
    const isUnanswered =
      reported === null && reversal.gatewayRefundId !== null && (await isConfigured(deps, reversal));
    const pauseMs = isUnanswered ? pauseUntilAnswered(reversal, at) : pauseUntilCheck(reversal, at);
    return release({ row: reversal, pauseMs });
  }
  // The common case is that there is nothing to save.
  const isNews = reported !== null && !(reported.status === "PENDING" && reversal.status === "PROCESSING");
  // A refusal is only of this call: where another worker has the reversal, its call may succeed.
  if (isNews && reported.gatewayRefundId === null && !(await extendToSend(deps.pool, reversal)))
    throw new ClaimLostError("another worker has the reversal");
  const isApplied = isNews && (await applyGatewayReversal(deps, reversal, reported));
  const gatewayRefundId = reported?.gatewayRefundId ?? reversal.gatewayRefundId;
  const pauseMs =
    isApplied && reported.status !== "PENDING"
      ? pauseUntilCheck({ completedAt: at, gatewayRefundId }, at)
      : jittered(pollPauseMs({ ...reversal, gatewayRefundId }, at, { young: 0, open: 0 }));
  await release({ row: reversal, pauseMs });
}

/** Null when the gateway did not respond, reversals are on hold, or it was never sent: nothing is known. */
async function callGateway(deps: Deps, reversal: TakenReversal): Promise<GatewayRefund | null> {
  if (reversal.completedAt !== null && reversal.gatewayRefundId === null) return null;
  try {
    const gateway = await requireGatewayOf(deps, reversal);
    if (reversal.gatewayRefundId !== null) return await gateway.fetchRefund(reversal.gatewayRefundId);
    if (await areRefundsHeld(deps.pool)) return null;
    const request = reversalRequest({ ...reversal, requestedAt: await earliestRequest(deps, reversal) });
    const claimedAt = performance.now();
    if (!(await extendToSend(deps.pool, reversal)))
      throw new ClaimLostError("another worker has the reversal");
    confirmClaim(claimedAt);
    return await gateway.refund(request);
  } catch (error) {
    if (error instanceof ClaimLostError) throw error;
    if (error instanceof RefundRefusedForNow) await saveWhyItWaits(deps, reversal, error);
    // It is due again in any case, and the log has the reason.
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
