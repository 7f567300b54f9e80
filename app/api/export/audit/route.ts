import type { NextRequest } from "next/server";
import { paths } from "@/lib/paths";
import { exportAudit } from "@/server/dashboard/audit/queries/export-audit";
import { respondWithExport, formatOf } from "../_response";

/** Exports the audit entries that match the filter in the address. */
export function GET(request: NextRequest): Promise<Response> {
  const query = request.nextUrl.searchParams;
  const one = (name: string): string => query.get(name) ?? "";
  const filter = {
    person: one("person"),
    action: one("action"),
    subject: one("subject"),
    from: one("from"),
    until: one("until"),
  };
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
  const format = formatOf(query.get("format"));

  return respondWithExport(
    (problem) => paths.audit({ ...given, export: problem }),
    async (ctx) => (format === null ? "invalid" : exportAudit(ctx, filter, format)),
  );
}
