import type { RefundReason } from "@/lib/reasons/reason";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listReasons } from "../store/refund-reasons";

/** All refund reasons in order, also those that are not offered any more: for the filters of refunds. */
export async function listRefundReasons(ctx: Ctx): Promise<RefundReason[]> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: "" });
  return listReasons(ctx.pool);
}
