"use server";

import { revalidatePath } from "next/cache";
import { redirectTo } from "@/components/navigation/server";
import { hasField, textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import type { SavedViewOutcome } from "@/lib/payments/payment-list-views";
import type { TextSearchOutcome } from "@/lib/payments/text-search-view";
import { deleteView } from "@/server/dashboard/views/commands/delete-view";
import { renameView } from "@/server/dashboard/views/commands/rename-view";
import { copyView } from "@/server/dashboard/views/commands/copy-view";
import { shareView } from "@/server/dashboard/views/commands/share-view";
import { saveView } from "@/server/dashboard/views/commands/save-view";
import type { FindLinesOutcome } from "@/lib/payments/lines-view";
import { findByText } from "@/server/dashboard/payments/commands/find-by-text";
import { findLines } from "@/server/dashboard/payments/commands/find-lines";
import { currentCtx, type Ctx } from "@/server/dashboard/context";

/** Returns where the found payment or list is; no address contains a contact (decision 0246). */
export async function textSearchAction(
  _before: TextSearchOutcome | null,
  form: FormData,
): Promise<TextSearchOutcome> {
  const ctx = await currentCtx();
  if (ctx === null) return { kind: "signed_out" };
  const outcome = await findByText(ctx, textOf(form, "reference"));
  // Sent by the browser itself, without our script.
  if (outcome.kind === "opens" && hasField(form, "plain")) return redirectTo(outcome.href);
  return outcome;
}

export async function findLinesAction(text: string): Promise<FindLinesOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : findLines(ctx, text);
}

export async function saveViewAction(
  _before: SavedViewOutcome | null,
  form: FormData,
): Promise<SavedViewOutcome> {
  return changed((ctx) => saveView(ctx, { name: textOf(form, "name"), query: queryOf(form) }));
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
  if (outcome.kind === "done" || outcome.kind === "not_found") revalidatePath(paths.payments());
  return outcome;
}
