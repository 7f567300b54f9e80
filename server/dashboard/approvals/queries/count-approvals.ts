import { roleAllows } from "@/lib/can";
import type { Ctx } from "../../context";
import { countWaiting } from "../store/approvals";

/** How many requests wait for this very person's decision: none for those who may not decide, and never their own. */
export async function countApprovals(ctx: Ctx): Promise<number> {
  if (!roleAllows(ctx.actor.role, "approve_refund")) return 0;
  return countWaiting(ctx.pool, { notOf: ctx.actor.userId });
}
