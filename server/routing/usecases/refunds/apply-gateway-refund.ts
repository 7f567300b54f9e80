import type { Db } from "@/server/platform/pool";
import { moveRefund, type Refund } from "../../domain/refunds/refund";
import { nextCheckAt } from "../../domain/refund-checks";
import type { GatewayRefund } from "../../gateway/port";
import { lockRefund, saveRefundMove } from "../../store/refunds/refunds";
import type { Deps } from "../deps";

/**
 * Takes a gateway's word on a refund, in the caller's transaction and under the refund's row lock. Null when the refund
 * has ended already; its status is frozen then (decision 0034). One that ends is checked some more times (decision 0205).
 */
export async function applyGatewayRefund(
  deps: Deps,
  db: Db,
  { merchantId, id }: Pick<Refund, "merchantId" | "id">,
  standing: GatewayRefund,
): Promise<Refund | null> {
  const refund = await lockRefund(db, merchantId, id);
  if (refund === null || refund.completedAt !== null) return null;
  if (isOutdated(refund, standing)) return refund;
  const to = standing.status === "PENDING" ? "PROCESSING" : standing.status;
  if (to === refund.status) return refund;
  const at = deps.clock.now();
  const moved = moveRefund(refund, to, at, standing.gatewayRefundId);
  if (!moved.ok) throw new Error(`refund ${id} cannot move from ${moved.error.from} to ${moved.error.to}`);
  const { completedAt, gatewayRefundId } = moved.value;
  const isChecked = completedAt !== null && gatewayRefundId !== null;
  await saveRefundMove(db, merchantId, moved.value, isChecked ? nextCheckAt(completedAt, at) : null);
  return moved.value;
}

/**
 * A refusal to make a refund that its gateway has by now: of two workers that sent it at once, the other one was told its
 * id. Taken for the end, it would free the amount of a refund that is under way.
 */
function isOutdated(refund: Refund, standing: GatewayRefund): boolean {
  return standing.gatewayRefundId === null && refund.gatewayRefundId !== null;
}
