import type { Db } from "@/server/platform/pool";
import { moveRefund, type Refund } from "../../domain/refunds/refund";
import type { GatewayRefund } from "../../gateway/port";
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
  await saveRefundMove(db, merchantId, { ...next, failure: failureOfRefund(refund, reported) });
  return next;
}

/**
 * A refusal of a refund that the gateway has by now: two workers sent it at once, and the other one received its id.
 * Treating the refusal as final would release the amount of a pending refund.
 */
function isOutdated(refund: Refund, reported: GatewayRefund): boolean {
  return reported.gatewayRefundId === null && refund.gatewayRefundId !== null;
}
