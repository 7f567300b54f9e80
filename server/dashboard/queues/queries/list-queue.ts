import { z } from "zod";
import {
  homeKinds,
  homeTeams,
  kindsOf,
  mayView,
  TEAM_PERMISSIONS,
  TEAMS,
  type Team,
  type WorkKind,
  WORK_KINDS,
  WORK_OUTCOMES,
  worksIn,
} from "@/lib/queues/work-kinds";
import {
  WORK_STATES,
  type WorkOrder,
  type WorkOwner,
  type WorkQueueView,
  type WorkState,
} from "@/lib/queues/work-views";
import { isStorableText } from "@/lib/text";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentEnded, presentItem } from "../domain/work-item";
import type { Fetched } from "../store/items-sql";
import { listLeft } from "../store/left-items";
import { SERVICE_KINDS } from "../store/sources";
import { listWork, sumWork, type WorkPosition, type WorkSum } from "../store/open-items";
import { hasItemsAtService } from "../store/work-items";
import { countAtService, untouchedByTeam } from "./count-at-service";
import { fetchedNothing, fetchItems } from "./fetch-items";
import { assigneeOf, hiddenOf } from "./queue-filter";

const PAGE_SIZE = 50;
const ENDED_SHOWN = 20;
const ENDED_FOR_MS = 7 * 24 * 60 * 60_000;

type QueueInput = {
  /** Null: what is assigned to the viewer, and what nobody has taken of the teams that the viewer is counted for. */
  team: Team | null;
  state: WorkState;
  /** `mine` without a team: only what is assigned to the viewer. */
  owner: WorkOwner;
  /** Of the highest amounts there is only one page. */
  order?: WorkOrder;
  cursor?: string;
};

/**
 * A team's queue, or what is for the viewer: items in a state with the counts of the tabs. What
 * cannot be read from the service is named by `gaps`, and the rest is shown. An invalid cursor
 * means the first page. Throws ForbiddenError.
 */
export async function listQueue(ctx: Ctx, input: QueueInput): Promise<WorkQueueView> {
  const { team, state, order = "age" } = input;
  const { role, userId } = ctx.actor;
  await requirePermission(ctx, team === null ? "view_refunds" : TEAM_PERMISSIONS[team], {
    kind: "work_queue",
    id: team ?? "mine",
  });
  const after = input.cursor === undefined || order === "money" ? null : readCursor(input.cursor);
  const homes = homeTeams(role);
  /** Of which teams and kinds the list has what nobody has taken. */
  const hasNobodys = team === null && input.owner === "all";
  const also = hasNobodys ? homes : [];
  const alsoKinds = hasNobodys ? homeKinds(role) : [];
  // Waiting and done items are all stored, and so are a person's own: only those that are there can have left.
  const isFetched =
    state === "open" &&
    (team !== null ||
      SERVICE_KINDS.some((kind) => WORK_KINDS[kind].teams.some((one) => also.includes(one))) ||
      (await hasItemsAtService(ctx.pool, userId, ctx.routing.serviceAddress)));
  const { fetched, through, gaps } = isFetched
    ? await fetchItems(ctx, team, after?.since ?? null)
    : { fetched: fetchedNothing(ctx), through: null, gaps: [] };
  const now = ctx.clock.now();
  const kinds = kindsOf(role);
  const [items, sums, counted, ended] = await Promise.all([
    listWork(ctx.pool, now, fetched, {
      kinds,
      teams: team === null ? null : [team],
      state,
      assignee: assigneeOf(team === null ? "mine" : input.owner, userId),
      orNobodysOf: { teams: also, kinds: alsoKinds, personId: userId },
      order,
      after,
      through,
      // One more row than is shown tells whether there is a next page.
      limit: PAGE_SIZE + 1,
    }),
    sumWork(ctx.pool, now, ctx.routing.serviceAddress, { id: userId, kinds }),
    countAtService(ctx),
    team === null && after === null ? endedOf(ctx, now, fetched) : [],
  ]);
  const page = items.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const untouched = untouchedByTeam(counted, sums);
  const here = sums.filter((sum) => (team === null ? isFor(sum, also, alsoKinds) : sum.team === team));
  const untouchedOf = (teams: readonly Team[]): number =>
    teams.reduce((total, one) => total + (untouched[one] ?? 0), 0);
  const next =
    order === "money"
      ? undefined
      : items.length > PAGE_SIZE
        ? last
        : through === null
          ? undefined
          : endOf(through);
  return {
    items: page.map((item) => presentItem(item, ctx.actor)),
    counts: {
      mine:
        countOf(sums.filter((sum) => sum.state === "open" && isFor(sum, homes, homeKinds(role)))) +
        untouchedOf(homes),
      teams: Object.fromEntries(
        TEAMS.filter((one) => worksIn(role, one)).map((one) => [
          one,
          countOf(sums.filter((sum) => sum.team === one && sum.state === "open")) + (untouched[one] ?? 0),
        ]),
      ),
    },
    states: Object.fromEntries(
      WORK_STATES.map((one) => [
        one,
        countOf(here.filter((sum) => sum.state === one)) +
          (one === "open" ? untouchedOf(team === null ? also : [team]) : 0),
      ]),
    ) as Record<WorkState, number>,
    hidden: hiddenOf(here),
    isCut: order === "money" && (items.length > PAGE_SIZE || through !== null),
    nextCursor: next === undefined ? null : writeCursor(next),
    gaps,
    ended,
  };
}

/** What the viewer has, or nobody of these teams and kinds. */
function isFor({ owner, team, kind }: WorkSum, teams: readonly Team[], kinds: readonly WorkKind[]): boolean {
  return owner === "viewer" || (owner === "nobody" && (teams.includes(team) || kinds.includes(kind)));
}

const countOf = (sums: readonly Pick<WorkSum, "count">[]): number =>
  sums.reduce((total, { count }) => total + count, 0);

/** The position after every item of that time: kinds are lower-case words. */
function endOf(since: Date): WorkPosition {
  return { since, kind: "zzz", itemId: "" };
}

async function endedOf(ctx: Ctx, now: Date, fetched: Fetched): Promise<WorkQueueView["ended"]> {
  const left = await listLeft(ctx.pool, now, fetched, {
    personId: ctx.actor.userId,
    from: new Date(now.getTime() - ENDED_FOR_MS),
    limit: ENDED_SHOWN,
  });
  return left
    .filter(({ kind }) => mayView(ctx.actor.role, kind))
    .map(({ outcome, endedAt, ...item }) =>
      presentEnded({
        ...item,
        outcome: WORK_OUTCOMES.find((one) => one === outcome) ?? "gone",
        at: endedAt ?? now,
      }),
    );
}

const cursorSchema = z.tuple([
  z.iso.datetime({ precision: 3 }),
  z.string().max(40).refine(isStorableText),
  z.string().max(255).refine(isStorableText),
]);

function writeCursor({ since, kind, itemId }: WorkPosition): string {
  return [since.toISOString(), kind, itemId].join("~");
}

function readCursor(cursor: string): WorkPosition | null {
  const parsed = cursorSchema.safeParse(cursor.split("~"));
  if (!parsed.success) return null;
  const [since, kind, itemId] = parsed.data;
  return { since: new Date(since), kind, itemId };
}
