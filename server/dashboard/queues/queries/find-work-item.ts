import { mayView, WORK_KINDS, type WorkKind } from "@/lib/queues/work-kinds";
import type { WorkItemView } from "@/lib/queues/work-views";
import { isStorableText } from "@/lib/text";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentItem } from "../domain/work-item";
import { findWork } from "../store/open-items";
import { isServiceKind } from "../store/sources";
import { fetchedNothing } from "./fetch-items";

/**
 * The place of an item in its queue, for its own page; null when it needs nobody, or the viewer may not see items of its kind.
 * Not for kinds that the service lists.
 */
export async function findWorkItem(
  ctx: Ctx,
  { kind, itemId }: { kind: WorkKind; itemId: string },
): Promise<WorkItemView | null> {
  const subject = { kind: "work_item", id: itemId } as const;
  if (isServiceKind(kind) || !isStorableText(itemId) || !mayView(ctx.actor.role, kind)) return null;
  if (!(await authorize(ctx, WORK_KINDS[kind].view, subject))) return null;
  const item = await findWork(ctx.pool, ctx.clock.now(), fetchedNothing(ctx), { kind, itemId });
  return item === null ? null : presentItem(item, ctx.actor);
}
