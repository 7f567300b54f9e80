import type { RefundsNeedingAttentionView } from "@/lib/refunds/refund-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { countNeedingAttention } from "../store/refund-list";
import { ageingBeforeNow } from "./list-refunds";

/** The number of refunds made here that are pending, unknown, and ageing: for tabs, navigation and overview. */
export async function countRefundsNeedingAttention(ctx: Ctx): Promise<RefundsNeedingAttentionView> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: "" });
  return countNeedingAttention(ctx.pool, ageingBeforeNow(ctx));
}

/** The number of refunds pending for so long that they need attention. */
export async function countAgeing(ctx: Ctx): Promise<number> {
  return (await countRefundsNeedingAttention(ctx)).ageing;
}
