import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readReasonRules } from "../store/reason-rules";

/** Whether each row of a file of refunds must name a reason: for the page that explains the columns. */
export async function areReasonsRequired(ctx: Ctx): Promise<boolean> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: "" });
  return (await readReasonRules(ctx.pool)).isReasonRequired;
}
