import type { Reading, WorkPage, WorkQueue } from "@/lib/all-accounts/views";
import { type Permission, roleAllows } from "@/lib/can";
import { TEAM_PERMISSIONS } from "@/lib/queues/work-kinds";
import type { WorkGap, WorkOwner, WorkState } from "@/lib/queues/work-views";
import type { Ctx } from "@/server/dashboard/context";
import { listAssignable } from "@/server/dashboard/queues/queries/list-assignable";
import { listDecisions } from "@/server/dashboard/queues/queries/list-decisions";
import { listQueue } from "@/server/dashboard/queues/queries/list-queue";
import { readOf } from "./reading";

/** Besides seeing refunds, which each of their lists needs. */
const PERMISSIONS: Record<WorkQueue, Permission> = {
  mine: "view_refunds",
  ...TEAM_PERMISSIONS,
  unknown: "view_refunds",
  requests: "refund_payment",
};

type WorkFilter = { state: WorkState; owner: WorkOwner };

/** The first page of the items of a queue in one account, with what its own queues say about them. */
export async function readWork(ctx: Ctx, queue: WorkQueue, filter: WorkFilter): Promise<Reading<WorkPage>> {
  if (!roleAllows(ctx.actor.role, PERMISSIONS[queue])) return { kind: "forbidden" };
  return readOf(ctx, "view_refunds", async (): Promise<Reading<WorkPage>> => {
    const [list, people] = await Promise.all([listOf(ctx, queue, filter), listAssignable(ctx)]);
    return { kind: "read", value: { ...list, people } };
  });
}

async function listOf(ctx: Ctx, queue: WorkQueue, filter: WorkFilter): Promise<Omit<WorkPage, "people">> {
  // The dashboard itself has all of these.
  if (queue === "unknown" || queue === "requests")
    return { ...(await listDecisions(ctx, { list: queue, ...filter })), gap: null };
  const team = queue === "mine" ? null : queue;
  const owner = team === null ? "mine" : filter.owner;
  const { items, hidden, nextCursor, gaps } = await listQueue(ctx, { ...filter, team, owner });
  return { items, hidden, hasMore: nextCursor !== null, gap: gapOf(gaps) };
}

function gapOf(gaps: readonly WorkGap[]): WorkPage["gap"] {
  if (gaps.some(({ kind }) => kind === "service_error")) return "failed";
  return gaps.length > 0 ? "not_offered" : null;
}
