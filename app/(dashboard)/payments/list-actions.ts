"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import type { SavedViewOutcome, StartCustomerSearchOutcome } from "@/lib/payments/payment-list-views";
import { deleteView } from "@/server/dashboard/views/commands/delete-view";
import { renameView } from "@/server/dashboard/views/commands/rename-view";
import { saveView } from "@/server/dashboard/views/commands/save-view";
import { startCustomerSearch } from "@/server/dashboard/payments/commands/start-customer-search";
import { currentCtx, type Ctx } from "@/server/dashboard/context";

/** Redirects to the customer's payments, at an address that does not contain the contact (decision 0110). */
export async function customerSearchAction(
  _before: StartCustomerSearchOutcome | null,
  form: FormData,
): Promise<StartCustomerSearchOutcome> {
  const ctx = await currentCtx();
  if (ctx === null) return { kind: "signed_out" };
  const outcome = await startCustomerSearch(ctx, { value: textOf(form, "contact") });
  if (outcome.kind === "begun") redirect(paths.paymentList({ customer: outcome.searchId }));
  return outcome;
}

export async function saveViewAction(
  _before: SavedViewOutcome | null,
  form: FormData,
): Promise<SavedViewOutcome> {
  return changed((ctx) => saveView(ctx, { name: textOf(form, "name"), query: textOf(form, "query") }));
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
