import { roleAllows } from "@/lib/can";
import type { Ctx } from "../../context";
import { countWaiting } from "../store/approvals";

/** The number of requests that this person can decide: 0 for roles that may not decide, and never their own. */
export async function countApprovals(ctx: Ctx): Promise<number> {
  if (!roleAllows(ctx.actor.role, "approve_refund")) return 0;
  return countWaiting(ctx.pool, { notOf: ctx.actor.userId });
}
