import type { Reading, WorkPage, WorkQueue } from "@/lib/all-accounts/views";
import { type Permission, roleAllows } from "@/lib/can";
import { TEAM_PERMISSIONS } from "@/lib/queues/work-kinds";
import type { WorkGap, WorkOwner, WorkState } from "@/lib/queues/work-views";
import type { Ctx } from "@/server/dashboard/context";
import { listAssignable } from "@/server/dashboard/queues/queries/list-assignable";
import { listQueue } from "@/server/dashboard/queues/queries/list-queue";
import { readOf } from "./reading";

/** Besides seeing refunds, which each of their lists needs. */
const PERMISSIONS: Record<WorkQueue, Permission> = { mine: "view_refunds", ...TEAM_PERMISSIONS };

type WorkFilter = { state: WorkState; owner: WorkOwner };

/** The first page of the items of a team in one account, or of those of the viewer, as its own queue has it. */
export async function readWork(
  ctx: Ctx,
  queue: WorkQueue,
  { state, owner }: WorkFilter,
): Promise<Reading<WorkPage>> {
  if (!roleAllows(ctx.actor.role, PERMISSIONS[queue])) return { kind: "forbidden" };
  const team = queue === "mine" ? null : queue;
  return readOf(ctx, "view_refunds", async (): Promise<Reading<WorkPage>> => {
    const [{ items, hidden, nextCursor, gaps }, people] = await Promise.all([
      listQueue(ctx, { team, state, owner }),
      listAssignable(ctx),
    ]);
    return {
      kind: "read",
      value: { items, hidden, people, hasMore: nextCursor !== null, gap: gapOf(gaps) },
    };
  });
}

function gapOf(gaps: readonly WorkGap[]): WorkPage["gap"] {
  if (gaps.some(({ kind }) => kind === "trouble")) return "failed";
  return gaps.length > 0 ? "not_offered" : null;
}
