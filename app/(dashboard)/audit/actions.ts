"use server";

import { revalidatePath } from "next/cache";
import type { VerifyAuditOutcome } from "@/lib/audit";
import { textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import { verifyAuditLog } from "@/server/dashboard/audit/commands/verify-audit-log";
import { currentCtx } from "@/server/dashboard/context";

export async function verifyAuditAction(
  _earlier: VerifyAuditOutcome | null,
  form: FormData,
): Promise<VerifyAuditOutcome> {
  const ctx = await currentCtx();
  if (ctx === null) return { kind: "signed_out" };
  const outcome = await verifyAuditLog(ctx, textOf(form, "scope"));
  revalidatePath(paths.audit());
  return outcome;
}
