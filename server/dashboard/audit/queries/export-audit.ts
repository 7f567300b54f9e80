import type { AuditFilter } from "@/lib/audit";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { exportResponse } from "../../export/export-response";
import type { ExportFormat, ExportTable } from "../../export/export-table";
import type { AuditRecord } from "../domain/audit-record";
import { readAuditFilter } from "./audit-filter";
import { everyAuditRow } from "./list-audit";

export const AUDIT_TABLE: ExportTable<AuditRecord> = {
  name: "audit",
  columns: [
    { heading: "position", kind: "count", cell: (row) => String(row.position) },
    { heading: "at", kind: "text", cell: (row) => row.at.toISOString() },
    { heading: "person", kind: "text", cell: (row) => row.actorEmail },
    { heading: "action", kind: "text", cell: (row) => row.action },
    { heading: "subject_kind", kind: "text", cell: (row) => row.subjectKind },
    { heading: "subject_id", kind: "text", cell: (row) => row.subjectId },
    { heading: "detail", kind: "text", cell: (row) => JSON.stringify(row.detail) },
    { heading: "request_id", kind: "text", cell: (row) => row.requestId },
  ],
};

/** Exports all that the filter matches, as a file. An invalid field is refused: ignoring it would export too much. */
export async function exportAudit(
  ctx: Ctx,
  filter: AuditFilter,
  format: ExportFormat,
): Promise<Response | "invalid"> {
  await requirePermission(ctx, "view_audit", { kind: "audit", id: "" });
  const { search, faults } = readAuditFilter(filter);
  if (faults.length > 0) return "invalid";
  return exportResponse(ctx, {
    format,
    table: AUDIT_TABLE,
    listPermission: "view_audit",
    filter: Object.entries(filter)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => `${name}=${value}`)
      .join(" "),
    rows: (signal) => everyAuditRow(ctx, search, signal),
  });
}
