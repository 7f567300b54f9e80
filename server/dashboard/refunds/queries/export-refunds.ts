import { z } from "zod";
import { formatPaise } from "@/lib/money";
import { REFUNDS_PER_PAGE } from "@/lib/refunds/refund-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { type ExportFormat, type ExportTable, ROWS_AT_ONCE } from "../../export/export-table";
import { type ExportOrder, exportResponse } from "../../export/export-response";
import { addNotes, type WithNotes } from "../../notes";
import { type RefundFilter, tellRefundFilter } from "../domain/refund-filter";
import type { RefundIntent } from "../domain/refund-intent";
import type { IntentPosition } from "../store/refund-intents";
import { listIntentsById, listMatching } from "../store/refund-list";
import { ageingBeforeNow } from "./list-refunds";

export const REFUNDS_TABLE: ExportTable<WithNotes<RefundIntent>> = {
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
    { heading: "failure_reason", kind: "text", cell: ({ row }) => row.failureReason },
    { heading: "gateway_message", kind: "text", cell: ({ row }) => row.failureMessage },
    { heading: "intent_id", kind: "text", cell: ({ row }) => row.id },
    { heading: "test", kind: "text", cell: ({ row }) => (row.isTest ? "test" : null) },
    // The status stays FAILURE, as at the service; the money has left (decision 0213).
    {
      heading: "paid_late_seen_at",
      kind: "text",
      cell: ({ row }) => row.lateSuccessSeenAt?.toISOString() ?? null,
    },
    { heading: "notes", kind: "text", cell: ({ notes }) => notes },
  ],
};

/** Exports all refunds made here that match the filter, as a file. Needs `export_records` and `view_refunds`. */
export function exportRefunds(ctx: Ctx, filter: RefundFilter, format: ExportFormat): Promise<Response> {
  return exportResponse(ctx, refundExport(ctx, filter, format));
}

/**
 * Exports these refunds made here, one id in each line, in this order and as they are now. Null without a format or an id,
 * with more than a page shows, or with one that is unknown: the file has exactly what was selected. Needs the same
 * permissions.
 */
export async function exportSelectedRefunds(
  ctx: Ctx,
  text: string,
  format: ExportFormat | null,
): Promise<Response | null> {
  for (const permission of ["view_refunds", "export_records"] as const) {
    await requirePermission(ctx, permission, { kind: "export", id: REFUNDS_TABLE.name });
  }
  const ids = idsSchema.safeParse(text.split(/\s+/).filter((line) => line !== ""));
  if (format === null || !ids.success) return null;
  const refunds = await listIntentsById(ctx.pool, ids.data);
  if (refunds.length !== ids.data.length) return null;
  return exportResponse(ctx, {
    format,
    table: REFUNDS_TABLE,
    // The audit log could not say without them whose refunds were exported.
    filter: `ids=${ids.data.join(",")}`,
    listPermission: "view_refunds",
    rows: async function* () {
      yield* await withNotes(ctx, refunds);
    },
  });
}

const idsSchema = z
  .array(z.uuid().transform((id) => id.toLowerCase()))
  .min(1)
  .max(REFUNDS_PER_PAGE)
  .transform((ids) => [...new Set(ids)]);

/** What to export, without a check of the permission. */
export function refundExport(
  ctx: Ctx,
  filter: RefundFilter,
  format: ExportFormat,
): ExportOrder<WithNotes<RefundIntent>> {
  return {
    format,
    table: REFUNDS_TABLE,
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
    yield* await withNotes(ctx, rows);
    const last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || last === undefined) return;
    after = last;
  }
}

function withNotes(ctx: Ctx, refunds: readonly RefundIntent[]): Promise<WithNotes<RefundIntent>[]> {
  return addNotes(ctx, "refund", refunds, ({ refundId, id, approvalId }) => [refundId, id, approvalId]);
}
