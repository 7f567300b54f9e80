"use server";

import { redirectTo } from "@/components/navigation/server";
import { textOf } from "@/lib/form";
import type { TextSearchOutcome } from "@/lib/payments/text-search-view";
import { findByText } from "@/server/dashboard/payments/commands/find-by-text";
import { currentCtx } from "@/server/dashboard/context";

/**
 * The search of a browser without our script, which otherwise uses the route handler; opens what was found. No address contains a contact
 * (decision 0246).
 */
export async function textSearchAction(
  _before: TextSearchOutcome | null,
  form: FormData,
): Promise<TextSearchOutcome> {
  const ctx = await currentCtx();
  if (ctx === null) return { kind: "signed_out" };
  const found = await findByText(ctx, textOf(form, "reference"));
  // Our script would keep the lines for their page.
  const outcome = found.kind === "lines" ? found.otherwise : found;
  return outcome.kind === "opens" ? redirectTo(outcome.href) : outcome;
}
