import type { SavedViewOutcome } from "@/lib/views/saved-view-views";
import { violatesUnique } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { renameSavedView } from "../store/saved-views";
import { isViewId, readViewName } from "../domain/saved-view";

/** Renames one of the person's own views. Another person's view counts as missing. */
export async function renameView(
  ctx: Ctx,
  input: { viewId: string; name: string },
): Promise<SavedViewOutcome> {
  const { viewId } = input;
  const subject = { kind: "saved_view", id: viewId } as const;
  if (!(await authorize(ctx, "save_view", subject))) return { kind: "forbidden" };
  const name = readViewName(input.name);
  if (!name.ok) return { kind: "invalid", fault: name.error };
  if (!isViewId(viewId)) return { kind: "not_found" };
  try {
    return await inTransaction(ctx.pool, async (db): Promise<SavedViewOutcome> => {
      const view = { id: viewId, personId: ctx.actor.userId, name: name.value };
      if (!(await renameSavedView(db, view))) return { kind: "not_found" };
      await recordAudit(db, {
        at: ctx.clock.now(),
        actor: ctx.actor,
        action: "view_renamed",
        subject,
        detail: { name: name.value },
        requestId: ctx.requestId,
      });
      return { kind: "done", viewId };
    });
  } catch (error) {
    if (violatesUnique(error, "saved_views_name")) return { kind: "invalid", fault: "taken" };
    throw error;
  }
}
