import type { SavedViewOutcome } from "@/lib/views/saved-view-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { deleteSavedView } from "../store/saved-views";
import { isViewId } from "../domain/saved-view";

/** Deletes one of the person's own views; payments are not affected. */
export async function deleteView(ctx: Ctx, input: { viewId: string }): Promise<SavedViewOutcome> {
  const { viewId } = input;
  const subject = { kind: "saved_view", id: viewId } as const;
  if (!(await authorize(ctx, "save_view", subject))) return { kind: "forbidden" };
  if (!isViewId(viewId)) return { kind: "not_found" };
  return inTransaction(ctx.pool, async (db): Promise<SavedViewOutcome> => {
    if (!(await deleteSavedView(db, { id: viewId, personId: ctx.actor.userId })))
      return { kind: "not_found" };
    await recordAudit(db, {
      at: ctx.clock.now(),
      actor: ctx.actor,
      action: "view_deleted",
      subject,
      requestId: ctx.requestId,
    });
    return { kind: "done", viewId };
  });
}
