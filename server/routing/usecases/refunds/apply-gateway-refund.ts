import type { Db } from "@/server/platform/pool";
import { afterCommit } from "@/server/platform/transaction";
import { moveRefund, type Refund } from "../../domain/refunds/refund";
import type { GatewayRefund } from "../../gateway/port";
import { insertPaymentEvent } from "../../store/payments/payments";
import { lockRefund, saveRefundMove } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { failureOfRefund } from "./refund-failure";

/**
 * Applies a gateway's status of a refund, in the caller's transaction and under the refund's row lock. Null when the
 * refund already has a final status, which does not change (decision 0034). When it is due next, is for its worker to say: one
 * that ends by other means is polled when it was due.
 */
export async function applyGatewayRefund(
  deps: Deps,
  db: Db,
  { merchantId, id }: Pick<Refund, "merchantId" | "id">,
  reported: GatewayRefund,
): Promise<Refund | null> {
  const refund = await lockRefund(db, merchantId, id);
  if (refund === null || refund.completedAt !== null) return null;
  if (isOutdated(refund, reported)) return refund;
  const to = reported.status === "PENDING" ? "PROCESSING" : reported.status;
  if (to === refund.status) return refund;
  const at = deps.clock.now();
  const moved = moveRefund(refund, to, at, reported.gatewayRefundId);
  if (!moved.ok) throw new Error(`refund ${id} cannot move from ${moved.error.from} to ${moved.error.to}`);
  const next = moved.value;
  const failure = failureOfRefund(refund, reported);
  await saveRefundMove(db, merchantId, { ...next, failure });
  if (to === "FAILURE" && refund.charge !== null) await tellOperators(deps, db, { ...next, failure });
  return next;
}

/** The merchant still has money that belongs to the customer. */
async function tellOperators(deps: Deps, db: Db, reversal: Refund): Promise<void> {
  const { merchantId, id, paymentId, charge, completedAt, failure } = reversal;
  const at = completedAt ?? deps.clock.now();
  const detail = { gateway_transaction_id: charge };
  await insertPaymentEvent(db, merchantId, paymentId, { kind: "reversal_failed", at, detail });
  afterCommit(db, id, () =>
    deps.logger.error(
      { payment: paymentId, gatewayTransactionId: charge, failure },
      "a reversal failed: money must be returned manually",
    ),
  );
}

/**
 * A refusal of a refund that the gateway has by now: two workers sent it at once, and the other one received its id.
 * Treating the refusal as final would release the amount of a pending refund.
 */
function isOutdated(refund: Refund, reported: GatewayRefund): boolean {
  return reported.gatewayRefundId === null && refund.gatewayRefundId !== null;
}
