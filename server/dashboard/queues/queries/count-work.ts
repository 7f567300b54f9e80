import type { BoundedCount } from "@/lib/overview/overview-views";
import { homeKinds, homeTeams, kindsOf } from "@/lib/queues/work-kinds";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { sumWork } from "../store/open-items";
import { countAtService, untouchedByTeam } from "./count-at-service";

/**
 * What waits for this person, for the navigation: open items of theirs, and those of their team that nobody has taken. What
 * is counted at the service is cached: it is the number of other items of the navigation.
 */
export async function countWork(ctx: Ctx): Promise<BoundedCount> {
  const { role, userId } = ctx.actor;
  await requirePermission(ctx, "view_refunds", { kind: "work_queue", id: "" });
  const teams = homeTeams(role);
  const also = homeKinds(role);
  const [sums, counted] = await Promise.all([
    sumWork(ctx.pool, ctx.clock.now(), ctx.routing.serviceAddress, { id: userId, kinds: kindsOf(role) }),
    countAtService(ctx),
  ]);
  const own = sums
    .filter(({ state }) => state === "open")
    .filter(
      ({ owner, team, kind }) =>
        owner === "viewer" || (owner === "nobody" && (teams.includes(team) || also.includes(kind))),
    )
    .reduce((total, { count }) => total + count, 0);
  const untouched = untouchedByTeam(counted, sums);
  const isCut = Object.values(counted).some((count) => count?.atLeast === true);
  return {
    count: teams.reduce((total, team) => total + (untouched[team] ?? 0), own),
    atLeast: isCut && teams.some((team) => (untouched[team] ?? 0) > 0),
  };
}
