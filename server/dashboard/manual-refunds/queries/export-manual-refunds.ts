import type { ManualRefundTab } from "@/lib/manual-refunds/manual-refund-views";
import { formatPaise } from "@/lib/money";
import type { Ctx } from "../../context";
import { type ExportOrder, exportResponse } from "../../export/export-response";
import { type ExportFormat, type ExportTable, ROWS_AT_ONCE } from "../../export/export-table";
import type { ManualRefund } from "../domain/manual-refund";
import { listManualRefunds, type ManualRefundPosition } from "../store/manual-refunds";
import { filterOf } from "./list-manual-refunds";

export const MANUAL_REFUNDS_TABLE: ExportTable<ManualRefund> = {
  name: "manual-refunds",
  columns: [
    { heading: "recorded_at", kind: "text", cell: (row) => row.recordedAt.toISOString() },
    { heading: "paid_on", kind: "text", cell: (row) => row.paidOn },
    { heading: "merchant_transaction_id", kind: "text", cell: (row) => row.reference },
    { heading: "transaction_id", kind: "text", cell: (row) => row.transactionId },
    { heading: "state", kind: "text", cell: (row) => (row.state === "VOIDING" ? "CONFIRMED" : row.state) },
    { heading: "manual_refund_amount", kind: "amount", cell: (row) => formatPaise(row.amountPaise) },
    { heading: "currency", kind: "text", cell: (row) => row.currency },
    { heading: "method", kind: "text", cell: (row) => row.method },
    { heading: "transfer_reference", kind: "text", cell: (row) => row.transferReference },
    { heading: "reason", kind: "text", cell: (row) => row.reason },
    { heading: "reason_code", kind: "text", cell: (row) => row.reasonCode },
    { heading: "note", kind: "text", cell: (row) => row.note },
    { heading: "recorded_by", kind: "text", cell: (row) => row.recordedByName },
    { heading: "decided_by", kind: "text", cell: (row) => row.decidedByName },
    { heading: "decided_at", kind: "text", cell: (row) => row.decidedAt?.toISOString() ?? null },
    { heading: "decision_reason", kind: "text", cell: (row) => row.decisionReason },
    { heading: "void_proposed_by", kind: "text", cell: (row) => row.voidProposedByName },
    { heading: "void_proposed_at", kind: "text", cell: (row) => row.voidProposedAt?.toISOString() ?? null },
    { heading: "voided_by", kind: "text", cell: (row) => row.voidedByName },
    { heading: "voided_at", kind: "text", cell: (row) => row.voidedAt?.toISOString() ?? null },
    { heading: "void_reason", kind: "text", cell: (row) => row.voidReason },
    { heading: "manual_refund_id", kind: "text", cell: (row) => row.id },
    { heading: "test", kind: "text", cell: (row) => (row.isTest ? "test" : null) },
  ],
};

/**
 * Exports refunds made without a gateway, as a file of their own: they are in no export of refunds (decision 0289). Needs
 * the permission `export_records`.
 */
export function exportManualRefunds(
  ctx: Ctx,
  chosen: { tab: ManualRefundTab; reason?: string | undefined },
  format: ExportFormat,
): Promise<Response> {
  return exportResponse(ctx, manualRefundExport(ctx, chosen, format));
}

/** What to export, without a check of the permission. */
export function manualRefundExport(
  ctx: Ctx,
  chosen: { tab: ManualRefundTab; reason?: string | undefined },
  format: ExportFormat,
): ExportOrder<ManualRefund> {
  const { tab, reason = "" } = chosen;
  return {
    format,
    table: MANUAL_REFUNDS_TABLE,
    filter: new URLSearchParams({ tab, ...(reason !== "" && { reason }) }).toString(),
    listPermission: "view_refunds",
    rows: (signal) => everyRow(ctx, chosen, signal),
  };
}

async function* everyRow(
  ctx: Ctx,
  chosen: { tab: ManualRefundTab; reason?: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<ManualRefund> {
  let after: ManualRefundPosition | null = null;
  for (;;) {
    signal.throwIfAborted();
    const rows: ManualRefund[] = await listManualRefunds(ctx.pool, filterOf(chosen), {
      after,
      limit: ROWS_AT_ONCE,
    });
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || last === undefined) return;
    after = { at: last.recordedAt, id: last.id };
  }
}
