import { formatPaise } from "@/lib/money";
import type { Ctx } from "../../context";
import { type ExportFormat, type ExportTable, ROWS_AT_ONCE } from "../../export/export-table";
import { exportResponse } from "../../export/export-response";
import { type RefundFilter, tellRefundFilter } from "../domain/refund-filter";
import type { RefundIntent } from "../domain/refund-intent";
import type { IntentPosition } from "../store/refund-intents";
import { listMatching } from "../store/refund-list";
import { ageingBeforeNow } from "./list-refunds";

const TABLE: ExportTable<RefundIntent> = {
  name: "refunds",
  columns: [
    { heading: "requested_at", kind: "text", cell: (intent) => intent.requestedAt.toISOString() },
    { heading: "merchant_transaction_id", kind: "text", cell: (intent) => intent.reference },
    { heading: "transaction_id", kind: "text", cell: (intent) => intent.transactionId },
    { heading: "refund_id", kind: "text", cell: (intent) => intent.refundId },
    { heading: "state", kind: "text", cell: (intent) => intent.state },
    { heading: "refund_status", kind: "text", cell: (intent) => intent.refundStatus },
    { heading: "refund_amount", kind: "amount", cell: (intent) => formatPaise(intent.amountPaise) },
    { heading: "currency", kind: "text", cell: (intent) => intent.currency },
    { heading: "refund_reason", kind: "text", cell: (intent) => intent.reason },
    { heading: "reason_code", kind: "text", cell: (intent) => intent.reasonCode },
    { heading: "requested_by", kind: "text", cell: (intent) => intent.requestedByName },
    { heading: "completed_at", kind: "text", cell: (intent) => intent.completedAt?.toISOString() ?? null },
    { heading: "service_message", kind: "text", cell: (intent) => intent.message },
    { heading: "intent_id", kind: "text", cell: (intent) => intent.id },
    { heading: "test", kind: "text", cell: (intent) => (intent.isTest ? "test" : null) },
  ],
};

/** Exports all refunds made here that match the filter, as a file. Needs the permission `export_records`. */
export function exportRefunds(ctx: Ctx, filter: RefundFilter, format: ExportFormat): Promise<Response> {
  return exportResponse(ctx, {
    format,
    table: TABLE,
    filter: tellRefundFilter(filter),
    rows: (signal) => everyMatching(ctx, filter, signal),
  });
}

async function* everyMatching(
  ctx: Ctx,
  filter: RefundFilter,
  signal: AbortSignal,
): AsyncGenerator<RefundIntent> {
  const ageingBefore = ageingBeforeNow(ctx);
  let after: IntentPosition | null = null;
  for (;;) {
    signal.throwIfAborted();
    const rows: RefundIntent[] = await listMatching(ctx.pool, filter, {
      ageingBefore,
      after,
      limit: ROWS_AT_ONCE,
    });
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || last === undefined) return;
    after = last;
  }
}
