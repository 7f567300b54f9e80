import { type LineResult, linesOf, MAX_LINES } from "@/lib/payments/lines-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { exportResponse } from "../../export/export-response";
import type { ExportFormat, ExportTable } from "../../export/export-table";
import { findLine } from "./find-line";
import { recordContactSearch } from "./record-contact-search";

/** A payment of a line, or null for a line without one. */
export type ExportedLine = { line: LineResult; payment: PaymentListItem | null };

export const LINES_TABLE: ExportTable<ExportedLine> = {
  name: "lines",
  columns: [
    { heading: "line", kind: "text", cell: ({ line }) => line.line },
    { heading: "result", kind: "text", cell: ({ line }) => line.kind },
    { heading: "transaction_id", kind: "text", cell: ({ payment }) => payment?.transactionId ?? null },
    { heading: "merchant_transaction_id", kind: "text", cell: ({ payment }) => payment?.reference ?? null },
    { heading: "transaction_status", kind: "text", cell: ({ payment }) => payment?.status ?? null },
    { heading: "transaction_date_time", kind: "text", cell: ({ payment }) => payment?.createdAt ?? null },
    { heading: "transaction_amount", kind: "amount", cell: ({ payment }) => payment?.amount ?? null },
    { heading: "currency", kind: "text", cell: ({ payment }) => payment?.currency ?? null },
    { heading: "test", kind: "text", cell: ({ payment }) => (payment?.isTest === true ? "test" : null) },
    {
      heading: "more_payments",
      kind: "text",
      cell: ({ line }) => (line.kind === "found" && line.isMore ? "more than these" : null),
    },
    { heading: "status", kind: "text", cell: ({ payment }) => payment?.state.state ?? null },
  ],
};

/**
 * Exports what several pasted identifiers find, looked up again. Null without a format or a line, or with too many lines.
 * Needs the permissions `export_records` and `view_payments`.
 */
export async function exportLines(
  ctx: Ctx,
  text: string,
  format: ExportFormat | null,
): Promise<Response | null> {
  for (const permission of ["view_payments", "export_records"] as const) {
    await requirePermission(ctx, permission, { kind: "export", id: LINES_TABLE.name });
  }
  const lines = linesOf(text);
  if (format === null || lines.length === 0 || lines.length > MAX_LINES) return null;
  await recordContactSearch(ctx, lines);
  return exportResponse(ctx, {
    format,
    table: LINES_TABLE,
    // The lines may be contacts.
    filter: String(lines.length),
    listPermission: "view_payments",
    rows: (signal) => everyRow(ctx, lines, signal),
  });
}

async function* everyRow(
  ctx: Ctx,
  lines: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<ExportedLine> {
  for (const text of lines) {
    signal.throwIfAborted();
    yield* exportedOf(await findLine(ctx, text));
  }
}

export function exportedOf(line: LineResult): ExportedLine[] {
  return line.kind === "found"
    ? line.payments.map((payment) => ({ line, payment }))
    : [{ line, payment: null }];
}
