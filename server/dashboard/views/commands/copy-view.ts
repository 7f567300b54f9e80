import { randomUUID } from "node:crypto";
import type { SavedViewOutcome } from "@/lib/views/saved-view-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { isViewId, MAX_VIEW_NAME, MAX_VIEWS } from "../domain/saved-view";
import { viewerOf } from "../domain/viewer";
import { countSavedViewsLocked, insertSavedView, lockSharedView } from "../store/saved-views";

const MAX_COPIES = 9;

/** Copies a view that is shared with the person, as one of their own. It stays as it is when the original changes. */
export async function copyView(ctx: Ctx, input: { viewId: string }): Promise<SavedViewOutcome> {
  const id = randomUUID();
  const subject = { kind: "saved_view", id } as const;
  if (!(await authorize(ctx, "save_view", subject))) return { kind: "forbidden" };
  if (!isViewId(input.viewId)) return { kind: "not_found" };
  const personId = ctx.actor.userId;
  return inTransaction(ctx.pool, async (db): Promise<SavedViewOutcome> => {
    const at = ctx.clock.now();
    const has = await countSavedViewsLocked(db, personId);
    const original = await lockSharedView(db, viewerOf(ctx.actor), input.viewId);
    if (original === null) return { kind: "not_found" };
    if (has >= MAX_VIEWS) return { kind: "too_many", max: MAX_VIEWS };
    const { query, list } = original;
    for (const name of namesOf(original.name)) {
      if (!(await insertSavedView(db, { id, list, name, query, personId, createdAt: at }))) continue;
      await recordAudit(db, {
        at,
        actor: ctx.actor,
        action: "view_saved",
        subject,
        detail: { name, query, copyOf: original.id },
        requestId: ctx.requestId,
      });
      return { kind: "done", viewId: id };
    }
    return { kind: "invalid", fault: "taken" };
  });
}

/** The name itself, then "name (2)" and so on, each short enough. */
function namesOf(name: string): string[] {
  return [
    name,
    ...Array.from({ length: MAX_COPIES - 1 }, (_, index) => {
      const end = ` (${String(index + 2)})`;
      return `${[...name].slice(0, MAX_VIEW_NAME - end.length).join("")}${end}`;
    }),
  ];
}
