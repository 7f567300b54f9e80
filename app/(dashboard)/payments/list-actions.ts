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
  const found = await findByText(ctx, textOf(form, "reference"));
  if (!hasField(form, "plain")) return found;
  // Sent by the browser itself, without our script, which would keep the lines for their page.
  const outcome = found.kind === "lines" ? found.otherwise : found;
  return outcome.kind === "opens" ? redirectTo(outcome.href) : outcome;
}

export async function findLinesAction(text: string): Promise<FindLinesOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : findLines(ctx, text);
}
