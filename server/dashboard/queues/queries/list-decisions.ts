import { type WorkCondition, WORK_KINDS } from "@/lib/queues/work-kinds";
import type { WorkOwner, WorkQueueView, WorkState } from "@/lib/queues/work-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentItem } from "../domain/work-item";
import { listWorkOfKind, sumWorkOfKind, type WorkOfKind } from "../store/open-items";
import { assigneeOf, hiddenOf } from "./queue-filter";

const PAGE_SIZE = 50;

const LISTS = {
  /** Refunds that are late, which wait for the gateway, are not among them. */
  unknown: { kind: "refund", conditions: ["refund_unknown"] },
  requests: { kind: "request", conditions: WORK_KINDS.request.conditions },
} as const satisfies Record<string, { kind: WorkOfKind["kind"]; conditions: readonly WorkCondition[] }>;

type DecisionInput = { list: keyof typeof LISTS; state: WorkState; owner: WorkOwner };
type DecisionView = Pick<WorkQueueView, "items" | "hidden"> & { hasMore: boolean };

/**
 * The first page of the items of one kind that a person decides, of whatever team, as the queues of the teams have them. The
 * viewer's own requests, which others decide, are not among them. Throws ForbiddenError.
 */
export async function listDecisions(ctx: Ctx, { list, state, owner }: DecisionInput): Promise<DecisionView> {
  const { kind, conditions } = LISTS[list];
  const { userId } = ctx.actor;
  await requirePermission(ctx, WORK_KINDS[kind].view, { kind: "work_queue", id: list });
  const now = ctx.clock.now();
  const of = { kind, conditions, notRequestedBy: kind === "request" ? userId : null };
  const [items, sums] = await Promise.all([
    // One more row than is shown tells whether there are more.
    listWorkOfKind(ctx.pool, now, of, { state, assignee: assigneeOf(owner, userId), limit: PAGE_SIZE + 1 }),
    sumWorkOfKind(ctx.pool, now, of),
  ]);
  return {
    items: items.slice(0, PAGE_SIZE).map((item) => presentItem(item, ctx.actor)),
    hidden: hiddenOf(sums),
    hasMore: items.length > PAGE_SIZE,
  };
}
