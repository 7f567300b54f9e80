import type { SavedViewsView } from "@/lib/views/saved-view-views";
import { requirePermission } from "../../auth/authorize";
import type { ListName } from "@/lib/lists/list-columns";
import type { Ctx } from "../../context";
import { viewerOf } from "../domain/viewer";
import { listSavedViews, listSharedViews } from "../store/saved-views";

/** The person's own views of a list, and those that others share with them, by name. */
export async function listViews(ctx: Ctx, list: ListName): Promise<SavedViewsView> {
  await requirePermission(ctx, "save_view", { kind: "saved_view", id: "list" });
  const viewer = viewerOf(ctx.actor);
  const [own, shared] = await Promise.all([
    listSavedViews(ctx.pool, ctx.actor.userId, list),
    listSharedViews(ctx.pool, viewer, list),
  ]);
  return {
    own: own.map(({ id, ...view }) => ({ viewId: id, ...view })),
    shared: shared.map(({ id, ...view }) => ({ viewId: id, ...view, mayStop: viewer.seesAll })),
  };
}
