import { roleAllows } from "@/lib/can";
import type { Ctx } from "../../context";
import { countQuestionsTo, countUndecidedRequests } from "../store/requests";

/** What waits for this person: undecided requests of others for those who may refund, else questions to them. */
export async function countRequests(ctx: Ctx): Promise<number> {
  const { role, userId } = ctx.actor;
  return roleAllows(role, "refund_payment")
    ? countUndecidedRequests(ctx.pool, ctx.clock.now(), userId)
    : countQuestionsTo(ctx.pool, userId);
}
