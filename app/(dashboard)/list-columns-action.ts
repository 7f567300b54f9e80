"use server";

import { revalidatePath } from "next/cache";
import type { ColumnChange, ColumnsOutcome } from "@/lib/lists/list-columns";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { chooseColumns } from "@/server/dashboard/views/commands/choose-columns";

export async function chooseColumnsAction(change: ColumnChange): Promise<ColumnsOutcome> {
  const ctx = await currentCtx();
  if (ctx === null) return { kind: "signed_out" };
  const outcome = await chooseColumns(ctx, change);
  if (outcome.kind === "done")
    revalidatePath(change.list === "payments" ? paths.payments() : paths.refunds());
  return outcome;
}
