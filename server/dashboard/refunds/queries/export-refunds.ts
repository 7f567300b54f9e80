import { formatPaise } from "@/lib/money";
import type { Ctx } from "../../context";
import { type ExportFormat, type ExportTable, ROWS_AT_ONCE } from "../../export/export-table";
import { type ExportOrder, exportResponse } from "../../export/export-response";
import { addNotes, type WithNotes } from "../../notes";
import { type RefundFilter, tellRefundFilter } from "../domain/refund-filter";
import type { RefundIntent } from "../domain/refund-intent";
import type { IntentPosition } from "../store/refund-intents";
import { listMatching } from "../store/refund-list";
import { ageingBeforeNow } from "./list-refunds";

const TABLE: ExportTable<WithNotes<RefundIntent>> = {
  name: "refunds",
  columns: [
    { heading: "requested_at", kind: "text", cell: ({ row }) => row.requestedAt.toISOString() },
    { heading: "merchant_transaction_id", kind: "text", cell: ({ row }) => row.reference },
    { heading: "transaction_id", kind: "text", cell: ({ row }) => row.transactionId },
    { heading: "refund_id", kind: "text", cell: ({ row }) => row.refundId },
    { heading: "state", kind: "text", cell: ({ row }) => row.state },
    { heading: "refund_status", kind: "text", cell: ({ row }) => row.refundStatus },
    { heading: "refund_amount", kind: "amount", cell: ({ row }) => formatPaise(row.amountPaise) },
    { heading: "currency", kind: "text", cell: ({ row }) => row.currency },
    { heading: "refund_reason", kind: "text", cell: ({ row }) => row.reason },
    { heading: "reason_code", kind: "text", cell: ({ row }) => row.reasonCode },
    { heading: "requested_by", kind: "text", cell: ({ row }) => row.requestedByName },
    { heading: "completed_at", kind: "text", cell: ({ row }) => row.completedAt?.toISOString() ?? null },
    { heading: "service_message", kind: "text", cell: ({ row }) => row.message },
    { heading: "intent_id", kind: "text", cell: ({ row }) => row.id },
    { heading: "test", kind: "text", cell: ({ row }) => (row.isTest ? "test" : null) },
    { heading: "notes", kind: "text", cell: ({ notes }) => notes },
  ],
};

/** Exports all refunds made here that match the filter, as a file. Needs `export_records` and `view_refunds`. */
export function exportRefunds(ctx: Ctx, filter: RefundFilter, format: ExportFormat): Promise<Response> {
  return exportResponse(ctx, refundExport(ctx, filter, format));
}

/** What to export, without a check of the permission. */
export function refundExport(
  ctx: Ctx,
  filter: RefundFilter,
  format: ExportFormat,
): ExportOrder<WithNotes<RefundIntent>> {
  return {
    format,
    table: TABLE,
    filter: tellRefundFilter(filter),
    listPermission: "view_refunds",
    rows: (signal) => everyMatching(ctx, filter, signal),
  };
}

async function* everyMatching(
  ctx: Ctx,
  filter: RefundFilter,
  signal: AbortSignal,
): AsyncGenerator<WithNotes<RefundIntent>> {
  const ageingBefore = ageingBeforeNow(ctx);
  let after: IntentPosition | null = null;
  for (;;) {
    signal.throwIfAborted();
    const rows: RefundIntent[] = await listMatching(ctx.pool, filter, {
      ageingBefore,
      after,
      limit: ROWS_AT_ONCE,
    });
    yield* await addNotes(ctx, "refund", rows, ({ refundId, id }) => [refundId, id]);
    const last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || last === undefined) return;
    after = last;
  }
}
