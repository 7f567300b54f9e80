import { roleAllows } from "@/lib/can";
import type { SavedViewsView } from "@/lib/views/saved-view-views";
import type { ListName } from "@/lib/lists/list-columns";
import type { Ctx } from "../../context";
import { listRoleNames } from "../../people/store";
import { viewerOf } from "../domain/viewer";
import { listSavedViews, listSharedViews } from "../store/saved-views";

/** The person's own views of a list, and those that others share with them, by name; none for those who may not save any. */
export async function listViews(ctx: Ctx, list: ListName): Promise<SavedViewsView> {
  if (!roleAllows(ctx.actor.role, "save_view")) return { own: [], shared: [], roles: [] };
  const viewer = viewerOf(ctx.actor);
  const [own, shared] = await Promise.all([
    listSavedViews(ctx.pool, ctx.actor.userId, list),
    listSharedViews(ctx.pool, viewer, list),
  ]);
  // Most people have none, and one cannot share what one does not have.
  const roles = own.length === 0 ? [] : await listRoleNames(ctx.pool);
  return {
    roles,
    own: own.map(({ id, ...view }) => ({ viewId: id, ...view })),
    shared: shared.map(({ id, ...view }) => ({ viewId: id, ...view, mayStop: viewer.seesAll })),
  };
}
