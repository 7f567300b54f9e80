import type { BoundedCount } from "@/lib/overview/overview-views";
import { HOME_TEAMS } from "@/lib/queues/work-kinds";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { sumWork } from "../store/open-items";
import { untouchedStuck } from "./list-queue";

/**
 * What waits for this person, for the navigation: open items of theirs, and those of their team that nobody has taken.
 * `stuck` is what the navigation counts at the service anyway, so this calls it no more often.
 */
export async function countWork(ctx: Ctx, stuck: Promise<BoundedCount | null>): Promise<BoundedCount> {
  const { role, userId } = ctx.actor;
  await requirePermission(ctx, "view_refunds", { kind: "work_queue", id: "" });
  const teams = HOME_TEAMS[role];
  const sums = await sumWork(ctx.pool, ctx.clock.now(), ctx.routing.serviceAddress, userId);
  const own = sums
    .filter(({ state }) => state === "open")
    .filter(({ owner, team }) => owner === "viewer" || (owner === "nobody" && teams.includes(team)))
    .reduce((total, { count }) => total + count, 0);
  const found = teams.includes("ops") ? await stuck : null;
  return { count: own + untouchedStuck(found?.count ?? 0, sums), atLeast: found?.atLeast ?? false };
}
