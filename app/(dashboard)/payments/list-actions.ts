"use server";

import { redirectTo } from "@/components/navigation/server";
import { textOf } from "@/lib/form";
import type { TextSearchOutcome } from "@/lib/payments/text-search-view";
import { findByText } from "@/server/dashboard/payments/commands/find-by-text";
import { currentCtx } from "@/server/dashboard/context";

/**
 * The search of a page whose script has not run: the browser sends the form itself, or React does once it has. With the
 * script, the route handler is asked, which holds no action back.
 */
export async function plainSearchAction(
  _before: TextSearchOutcome | null,
  form: FormData,
): Promise<TextSearchOutcome> {
  const ctx = await currentCtx();
  if (ctx === null) return { kind: "signed_out" };
  const found = await findByText(ctx, textOf(form, "reference"));
  const outcome = found.kind === "lines" ? found.otherwise : found;
  return outcome.kind === "opens" ? redirectTo(outcome.href) : outcome;
}
