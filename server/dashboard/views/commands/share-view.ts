import { type SavedViewOutcome, type ShareViewInput, VIEW_AUDIENCES } from "@/lib/views/saved-view-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { isViewId } from "../domain/saved-view";
import { viewerOf } from "../domain/viewer";
import { lockOwnView, lockSharedView, shareSavedView } from "../store/saved-views";

/**
 * Shares one's own view with everybody or a role, or stops that. Others use and copy it; only its owner changes it. An
 * admin can stop the sharing of any view, and nothing else of it. A view that one may not see counts as missing.
 */
export async function shareView(ctx: Ctx, input: ShareViewInput): Promise<SavedViewOutcome> {
  const { viewId } = input;
  const subject = { kind: "saved_view", id: viewId } as const;
  if (!(await authorize(ctx, "save_view", subject))) return { kind: "forbidden" };
  const sharedWith = VIEW_AUDIENCES.find((audience) => audience === input.sharedWith) ?? null;
  if (!isViewId(viewId) || (sharedWith === null && input.sharedWith !== "")) return { kind: "not_found" };
  const { actor } = ctx;
  return inTransaction(ctx.pool, async (db): Promise<SavedViewOutcome> => {
    const at = ctx.clock.now();
    const own = await lockOwnView(db, { id: viewId, personId: actor.userId });
    if (own === null) {
      const viewer = viewerOf(actor);
      const shared = await lockSharedView(db, viewer, viewId);
      if (shared === null) return { kind: "not_found" };
      if (!viewer.seesAll || sharedWith !== null) return { kind: "forbidden" };
    } else if (own.sharedWith === sharedWith) return { kind: "done", viewId };
    await shareSavedView(db, { id: viewId, sharedWith, at });
    await recordAudit(db, {
      at,
      actor,
      action: sharedWith === null ? "view_sharing_stopped" : "view_shared",
      subject,
      ...(sharedWith !== null && { detail: { sharedWith } }),
      requestId: ctx.requestId,
    });
    return { kind: "done", viewId };
  });
}
