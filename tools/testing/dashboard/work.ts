import type { Team } from "@/lib/queues/work-kinds";
import type { WorkItemView, WorkOutcomeView, WorkQueueView, WorkTargetInput } from "@/lib/queues/work-views";
import type { Ctx } from "@/server/dashboard/context";
import { assignWork } from "@/server/dashboard/queues/commands/assign-work";
import { listQueue } from "@/server/dashboard/queues/queries/list-queue";

/** A queue as its page lists it; null for what is assigned to the viewer. */
export function queue(
  ctx: Ctx,
  team: Team | null = "finance",
  fields: Partial<Parameters<typeof listQueue>[1]> = {},
): Promise<WorkQueueView> {
  return listQueue(ctx, { team, state: "open", owner: "all", ...fields });
}

/** An item of a queue, whatever its state. */
export async function seenInQueue(
  ctx: Ctx,
  itemId: string,
  team: Team | null = "finance",
): Promise<WorkItemView> {
  const all = await Promise.all(
    (["open", "waiting", "done"] as const).map((state) => queue(ctx, team, { state })),
  );
  const found = all.flatMap(({ items }) => items).find((item) => item.itemId === itemId);
  if (found === undefined) throw new Error("not in the queue");
  return found;
}

export const idsOf = ({ items }: WorkQueueView): string[] => items.map(({ itemId }) => itemId);

/** What a step names of the item that it changes. */
export const target = ({ kind, itemId, version, mark }: WorkItemView): WorkTargetInput => ({
  kind,
  itemId,
  version,
  mark,
});

export function itemOf(outcome: WorkOutcomeView): WorkItemView {
  if (outcome.kind !== "done" && outcome.kind !== "changed") throw new Error(outcome.kind);
  return outcome.item;
}

export function assign(ctx: Ctx, item: WorkItemView, to: Ctx | null): Promise<WorkOutcomeView> {
  return assignWork(ctx, { ...target(item), personId: to?.actor.userId ?? null });
}
