import { randomUUID } from "node:crypto";
import type { Released } from "@/server/platform/due-rows/due-rows";
import type { Release } from "@/server/platform/due-rows/work-due-rows";
import { inTransaction } from "@/server/platform/transaction";
import { pauseUntilAnswered, pauseUntilCheck } from "../../domain/refund-checks";
import { keyAtGateway, type Refund } from "../../domain/refunds/refund";
import { type GatewayRefund, GatewayUnavailable, RefundRefusedForNow } from "../../gateway/port";
import { claimToSend, dueRefunds, type TakenRefund } from "../../store/refunds/due-refunds";
import { saveWhyRefundWaits } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { isConfigured, requireGatewayOf } from "../gateways/gateway-of";
import { jittered, pollPauseMs } from "../poll-pause";
import { applyGatewayRefund } from "./apply-gateway-refund";
import { beginSending, ClaimLostError } from "./begin-sending";
import { recordChangedEnd } from "./changed-end";
import { countPendingRefunds } from "./count-pending-refunds";
import { isSameFailure, readRefundFailure } from "./refund-failure";

/** Takes this refund or reversal and carries it one step, due or not; does nothing while a worker has it. */
export async function advanceRefund(
  deps: Deps,
  { merchantId, refundId }: { merchantId: number; refundId: string },
): Promise<void> {
  const taken = await dueRefunds.takeOne(deps.pool, randomUUID(), { merchantId, id: refundId });
  if (taken !== null) await stepRefund(deps, taken);
}

/**
 * Carries a refund or reversal one step: sends it to its gateway or polls its status, saves the result, and says when it is due again.
 * Safe to repeat at any point: the gateway identifies the refund by merchant and refund id (decision 0034), so after a
 * worker is killed the repeated call returns the first result and refunds nothing twice (failure 25). Only the worker that
 * has taken the refund sends it, so that the gateway's idempotency key is not the only protection against a second send.
 * `release`: ends the claim where there is no news.
 */
export async function stepRefund(
  deps: Deps,
  refund: TakenRefund,
  release: Release<TakenRefund> = (released) => dueRefunds.release(deps.pool, [released]),
): Promise<void> {
  if (refund.completedAt === null) await advance(deps, refund, release);
  else await checkEnded(deps, refund, release);
}

async function advance(deps: Deps, refund: TakenRefund, release: Release<TakenRefund>): Promise<void> {
  const reported = await callGateway(deps, refund);
  const pending = await countPendingRefunds(deps, refund);
  const released = (next: Refund): Released<TakenRefund> => {
    const at = deps.clock.now();
    const pauseMs =
      next.completedAt === null ? jittered(pollPauseMs(next, at, pending)) : pauseUntilCheck(next, at);
    return { row: refund, pauseMs };
  };
  // The common case: nothing to save but the time of the next poll, which shares its statement with others.
  const isNews = reported !== null && !(reported.status === "PENDING" && refund.status === "PROCESSING");
  if (!isNews) return release(released(refund));
  const saved = await inTransaction(deps.pool, async (db) => {
    // A refusal is only of this call: where another worker has the refund, its call may succeed.
    if (reported.gatewayRefundId === null && !(await claimToSend(db, refund)))
      throw new ClaimLostError(`another worker has refund ${refund.id}`);
    const next = await applyGatewayRefund(deps, db, refund, reported);
    await dueRefunds.release(db, [released(next ?? refund)]);
    return next;
  });
  // Somebody else ended it meanwhile, perhaps as a failure.
  if (saved === null) await recordChangedEnd(deps, refund, reported);
}

/**
 * Polls a refund once more after its final status, on a notification and on certain days later (decision 0213), because
 * its gateway may have changed the status (failure 24).
 */
async function checkEnded(deps: Deps, refund: TakenRefund, release: Release<TakenRefund>): Promise<void> {
  const isChecked = refund.gatewayRefundId !== null && (await isConfigured(deps, refund));
  // Only a later check can tell while its vendor is not configured.
  if (isChecked) {
    const reported = await callGateway(deps, refund);
    if (reported === null)
      return release({ row: refund, pauseMs: pauseUntilAnswered(refund, deps.clock.now()) });
    await recordChangedEnd(deps, refund, reported);
  }
  await release({ row: refund, pauseMs: pauseUntilCheck(refund, deps.clock.now()) });
}

/** Written only when it changes: the refund is sent again and again until the gateway accepts it. */
async function saveWhyItWaits(deps: Deps, refund: TakenRefund, refusal: RefundRefusedForNow): Promise<void> {
  const failure = readRefundFailure(refund.gateway, refusal.failure);
  if (isSameFailure(failure, refund.failure)) return;
  await saveWhyRefundWaits(deps.pool, refund, failure);
}

/** Null when the gateway did not respond or refunds are on hold: nothing is known, and it is polled again. */
async function callGateway(deps: Deps, refund: TakenRefund): Promise<GatewayRefund | null> {
  try {
    const gateway = await requireGatewayOf(deps, refund);
    if (refund.gatewayRefundId !== null) return await gateway.fetchRefund(refund.gatewayRefundId);
    if (refund.gatewayTransactionId === null) throw new Error(`refund ${refund.id} has no charge to refund`);
    const requestedAt = await beginSending(deps, refund);
    if (requestedAt === null) return null;
    return await gateway.refund({
      idempotencyKey: keyAtGateway(refund),
      gatewayTransactionId: refund.gatewayTransactionId,
      amountPaise: refund.amountPaise,
      currency: refund.currency,
      requestedAt,
    });
  } catch (error) {
    if (error instanceof ClaimLostError) throw error;
    if (error instanceof RefundRefusedForNow) await saveWhyItWaits(deps, refund, error);
    // The refund is due again in any case, and the log has the reason.
    const level = error instanceof GatewayUnavailable ? "warn" : "error";
    deps.logger[level]({ err: error, refund: refund.id }, "the gateway gave no usable answer");
    return null;
  }
}
