import { roleAllows } from "@/lib/can";
import type { SavedViewsView } from "@/lib/views/saved-view-views";
import type { ListName } from "@/lib/lists/list-columns";
import type { Ctx } from "../../context";
import { viewerOf } from "../domain/viewer";
import { listSavedViews, listSharedViews } from "../store/saved-views";

/** The person's own views of a list, and those that others share with them, by name; none for those who may not save any. */
export async function listViews(ctx: Ctx, list: ListName): Promise<SavedViewsView> {
  if (!roleAllows(ctx.actor.role, "save_view")) return { own: [], shared: [] };
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
