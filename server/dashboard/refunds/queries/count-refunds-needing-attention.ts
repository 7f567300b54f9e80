import type { RefundsNeedingAttentionView } from "@/lib/refunds/refund-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { countNeedingAttention } from "../store/refund-list";
import { ageingBeforeNow } from "./list-refunds";

/** How many refunds asked for here are under way, of unknown outcome, and ageing: for tabs, navigation and overview. */
export async function countRefundsNeedingAttention(ctx: Ctx): Promise<RefundsNeedingAttentionView> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: "" });
  return countNeedingAttention(ctx.pool, ageingBeforeNow(ctx));
}

/** Those under way for so long that somebody should ask why. */
export async function countAgeing(ctx: Ctx): Promise<number> {
  return (await countRefundsNeedingAttention(ctx)).ageing;
}
