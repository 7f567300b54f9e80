import { type LineResult, linesOf, MAX_LINES } from "@/lib/payments/lines-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import type { Ctx } from "../../context";
import { exportResponse } from "../../export/export-response";
import type { ExportFormat, ExportTable } from "../../export/export-table";
import { findLine } from "./find-line";

type Row = { line: LineResult; payment: PaymentListItem | null };

const TABLE: ExportTable<Row> = {
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
  ],
};

/**
 * Exports what several pasted identifiers find, looked up again. Null when there is no line or there are too many. Needs
 * the permission `export_records`.
 */
export async function exportLines(ctx: Ctx, text: string, format: ExportFormat): Promise<Response | null> {
  const lines = linesOf(text);
  if (lines.length === 0 || lines.length > MAX_LINES) return null;
  return exportResponse(ctx, {
    format,
    table: TABLE,
    // The lines may be contacts.
    filter: String(lines.length),
    rows: (signal) => everyRow(ctx, lines, signal),
  });
}

async function* everyRow(ctx: Ctx, lines: readonly string[], signal: AbortSignal): AsyncGenerator<Row> {
  for (const text of lines) {
    signal.throwIfAborted();
    const line = await findLine(ctx, text);
    if (line.kind !== "found") yield { line, payment: null };
    else for (const payment of line.payments) yield { line, payment };
  }
}
