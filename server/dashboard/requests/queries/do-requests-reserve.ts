import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readDoRequestsReserve } from "../store/request-reservations";

/** Whether undecided requests reserve their amount: what the screens say about it. */
export async function doRequestsReserve(ctx: Ctx): Promise<boolean> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_request", id: "" });
  return readDoRequestsReserve(ctx.pool);
}
