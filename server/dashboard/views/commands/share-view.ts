import { parseUuid } from "@/lib/parse";
import {
  type SavedViewOutcome,
  type SharedWith,
  type ShareViewInput,
  VIEW_AUDIENCES,
} from "@/lib/views/saved-view-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { lockRole } from "../../people/store";
import { isViewId } from "../domain/saved-view";
import { viewerOf } from "../domain/viewer";
import { lockOwnView, lockSharedView, shareSavedView } from "../store/saved-views";

type Audience = { kind: "nobody" } | { kind: "preset" | "role"; id: string };

/** Null for what cannot be an audience. */
function readAudience(given: string): Audience | null {
  if (given === "") return { kind: "nobody" };
  if (VIEW_AUDIENCES.some((audience) => audience === given)) return { kind: "preset", id: given };
  const id = parseUuid(given);
  return id === null ? null : { kind: "role", id };
}

const idOf = (sharedWith: SharedWith | null): string | null =>
  typeof sharedWith === "object" ? (sharedWith?.id ?? null) : sharedWith;

/**
 * Shares one's own view with everybody or a role, preset or composed, or stops that. Others use and copy it; only its owner changes it. An
 * admin can stop the sharing of any view, and nothing else of it. A view that one may not see counts as missing.
 */
export async function shareView(ctx: Ctx, input: ShareViewInput): Promise<SavedViewOutcome> {
  const { viewId } = input;
  const subject = { kind: "saved_view", id: viewId } as const;
  if (!(await authorize(ctx, "save_view", subject))) return { kind: "forbidden" };
  const wanted = readAudience(input.sharedWith);
  if (!isViewId(viewId) || wanted === null) return { kind: "not_found" };
  const { actor } = ctx;
  return inTransaction(ctx.pool, async (db): Promise<SavedViewOutcome> => {
    const at = ctx.clock.now();
    // The role is locked before the view, as when a role is deleted.
    const role = wanted.kind === "role" ? await lockRole(db, wanted.id) : null;
    if (wanted.kind === "role" && role === null) return { kind: "role_gone" };
    const sharedWith = wanted.kind === "nobody" ? null : (role?.id ?? wanted.id);
    const own = await lockOwnView(db, { id: viewId, personId: actor.userId });
    if (own === null) {
      const viewer = viewerOf(actor);
      const shared = await lockSharedView(db, viewer, viewId);
      if (shared === null) return { kind: "not_found" };
      if (!viewer.seesAll || sharedWith !== null) return { kind: "forbidden" };
    } else if (idOf(own.sharedWith) === sharedWith) return { kind: "done", viewId };
    await shareSavedView(db, { id: viewId, sharedWith, at });
    await recordAudit(db, {
      at,
      actor,
      action: sharedWith === null ? "view_sharing_stopped" : "view_shared",
      subject,
      ...(sharedWith !== null && { detail: { sharedWith: role?.name ?? sharedWith } }),
      requestId: ctx.requestId,
    });
    return { kind: "done", viewId };
  });
}
