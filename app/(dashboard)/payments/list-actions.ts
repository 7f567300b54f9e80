"use server";

import { redirectTo } from "@/components/navigation/server";
import { hasField, textOf } from "@/lib/form";
import type { TextSearchOutcome } from "@/lib/payments/text-search-view";
import type { FindLinesOutcome } from "@/lib/payments/lines-view";
import { findByText } from "@/server/dashboard/payments/commands/find-by-text";
import { findLines } from "@/server/dashboard/payments/commands/find-lines";
import { currentCtx } from "@/server/dashboard/context";

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
