import type { RefundsInNeedView } from "@/lib/refunds/refund-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { countInNeed } from "../store/refund-list";
import { ageingBeforeNow } from "./list-refunds";

/** How many refunds asked for here are under way, of unknown outcome, and ageing: for tabs, navigation and overview. */
export async function countRefundsInNeed(ctx: Ctx): Promise<RefundsInNeedView> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: "" });
  return countInNeed(ctx.pool, ageingBeforeNow(ctx));
}

/** Those under way for so long that somebody should ask why. */
export async function countAgeing(ctx: Ctx): Promise<number> {
  return (await countRefundsInNeed(ctx)).ageing;
}
