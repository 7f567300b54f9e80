"use server";

import { revalidatePath } from "next/cache";
import { textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import type { SavedViewOutcome } from "@/lib/views/saved-view-views";
import { currentCtx, type Ctx } from "@/server/dashboard/context";
import { copyView } from "@/server/dashboard/views/commands/copy-view";
import { deleteView } from "@/server/dashboard/views/commands/delete-view";
import { renameView } from "@/server/dashboard/views/commands/rename-view";
import { saveView } from "@/server/dashboard/views/commands/save-view";
import { shareView } from "@/server/dashboard/views/commands/share-view";

export async function saveViewAction(
  _before: SavedViewOutcome | null,
  form: FormData,
): Promise<SavedViewOutcome> {
  return changed((ctx) =>
    saveView(ctx, { list: textOf(form, "list"), name: textOf(form, "name"), query: queryOf(form) }),
  );
}

/** The columns are those of the address, or another field of the form. */
function queryOf(form: FormData): string {
  const query = new URLSearchParams(textOf(form, "query"));
  const columns = textOf(form, "columns");
  if (columns !== "") query.set("columns", columns);
  return query.toString();
}

export async function shareViewAction(
  _before: SavedViewOutcome | null,
  form: FormData,
): Promise<SavedViewOutcome> {
  return changed((ctx) =>
    shareView(ctx, { viewId: textOf(form, "view"), sharedWith: textOf(form, "sharedWith") }),
  );
}

export async function copyViewAction(
  _before: SavedViewOutcome | null,
  form: FormData,
): Promise<SavedViewOutcome> {
  return changed((ctx) => copyView(ctx, { viewId: textOf(form, "view") }));
}

export async function renameViewAction(
  _before: SavedViewOutcome | null,
  form: FormData,
): Promise<SavedViewOutcome> {
  return changed((ctx) => renameView(ctx, { viewId: textOf(form, "view"), name: textOf(form, "name") }));
}

export async function deleteViewAction(
  _before: SavedViewOutcome | null,
  form: FormData,
): Promise<SavedViewOutcome> {
  return changed((ctx) => deleteView(ctx, { viewId: textOf(form, "view") }));
}

async function changed(change: (ctx: Ctx) => Promise<SavedViewOutcome>): Promise<SavedViewOutcome> {
  const ctx = await currentCtx();
  if (ctx === null) return { kind: "signed_out" };
  const outcome = await change(ctx);
  if (outcome.kind === "done" || outcome.kind === "not_found" || outcome.kind === "role_gone")
    for (const list of [paths.payments(), paths.refunds()]) revalidatePath(list);
  return outcome;
}
