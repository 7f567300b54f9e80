import type { BoundedCount } from "@/lib/overview/overview-views";
import { mayView, type Team, WORK_KINDS } from "@/lib/queues/work-kinds";
import type { Ctx } from "../../context";
import type { WorkSum } from "../store/open-items";
import { SERVICE_KINDS, type ServiceKindName } from "../store/sources";
import { SERVICE_SOURCES } from "./fetch-items";

type Counted = Partial<Record<ServiceKindName, BoundedCount | null>>;

/** What the service counts of the kinds that the viewer may see; cached by each kind. */
export async function countAtService(ctx: Ctx): Promise<Counted> {
  const kinds = SERVICE_KINDS.filter((kind) => mayView(ctx.actor.role, kind));
  return Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await SERVICE_SOURCES[kind].count(ctx)] as const)),
  );
}

/** Of what the service counted, the items that nobody has touched, by team; of touched ones the state is stored. */
export function untouchedByTeam(counted: Counted, sums: readonly WorkSum[]): Partial<Record<Team, number>> {
  const byTeam: Partial<Record<Team, number>> = {};
  for (const kind of SERVICE_KINDS) {
    const [team] = WORK_KINDS[kind].teams;
    const touched = sums.filter((sum) => sum.kind === kind).reduce((total, { count }) => total + count, 0);
    byTeam[team] = (byTeam[team] ?? 0) + Math.max((counted[kind]?.count ?? 0) - touched, 0);
  }
  return byTeam;
}
