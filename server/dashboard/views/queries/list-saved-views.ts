import type { SavedViewView } from "@/lib/payments/payment-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listSavedViews } from "../store/saved-views";

/** The person's own views of the payments list, by name. */
export async function listViews(ctx: Ctx): Promise<SavedViewView[]> {
  await requirePermission(ctx, "save_view", { kind: "saved_view", id: "list" });
  const views = await listSavedViews(ctx.pool, ctx.actor.userId);
  return views.map(({ id, name, query }) => ({ viewId: id, name, query }));
}
