import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { type ReasonRules, readReasonRules } from "../store/reason-rules";

/** What the rows of a file of refunds can name, and whether each must: for the page that uploads them. */
export async function readRowReasons(ctx: Ctx): Promise<ReasonRules> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: "" });
  return readReasonRules(ctx.pool);
}
