import type { NextRequest } from "next/server";
import { paths } from "@/lib/paths";
import { ForbiddenError } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { EXPORT_FORMATS } from "@/server/dashboard/export/export-table";
import { ExportsFullError } from "@/server/dashboard/export/export-slots";
import { exportAudit } from "@/server/dashboard/queries/export-audit";
import { isDatabaseOutage } from "@/server/platform/pool";
import { emptyAnswer, seeOther } from "../_answer";

/** The audit log as a file: all that the filter of the address matches. */
export async function GET(request: NextRequest): Promise<Response> {
  const query = request.nextUrl.searchParams;
  const one = (name: string): string => query.get(name) ?? "";
  const format = EXPORT_FORMATS.find((known) => known === one("format")) ?? "csv";
  const filter = {
    person: one("person"),
    action: one("action"),
    subject: one("subject"),
    from: one("from"),
    until: one("until"),
  };
  try {
    const ctx = await currentCtx();
    if (ctx === null) return emptyAnswer(401);
    return await exportAudit(ctx, filter, format);
  } catch (error) {
    if (error instanceof ExportsFullError) return seeOther(paths.audit({ ...filter, export: error.full }));
    if (error instanceof ForbiddenError) return emptyAnswer(403);
    if (isDatabaseOutage(error)) return emptyAnswer(503);
    throw error;
  }
}
