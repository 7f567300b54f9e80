import { z } from "zod";
import { BULK_PERMISSIONS, type BulkFault, type BulkKind, type BulkRowView, isPaidLate } from "@/lib/bulk";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { exportResponse } from "../../export/export-response";
import type { ExportColumn, ExportFormat, ExportTable } from "../../export/export-table";
import { listApprovalIdsOfRun } from "../../approvals/store";
import { addNotes, type WithNotes } from "../../notes";
import { resultFileName } from "../domain/result-file-name";
import { listBulkRows } from "../store/bulk-rows";
import { findBulkRun } from "../store/bulk-runs";
import { presentBulkRow } from "./bulk-views";

const idSchema = z.uuid();

const ROWS_A_READ = 500;

/** Every row of a run with its result, as a file; null when there is no such run. */
export async function exportBulkResult(
  ctx: Ctx,
  input: { runId: string; format: ExportFormat },
): Promise<Response | null> {
  await requirePermission(ctx, "run_bulk", { kind: "bulk_run", id: input.runId });
  const { runId, format } = input;
  if (!idSchema.safeParse(runId).success) return null;
  const run = await findBulkRun(ctx.pool, runId);
  if (run === null) return null;
  return exportResponse(ctx, {
    format,
    permission: BULK_PERMISSIONS[run.kind],
    table: bulkResultTable(run.kind),
    fileName: resultFileName(run),
    filter: `run=${runId}`,
    rows: (signal) => rowsOf(ctx, runId, signal),
  });
}

type Exported = WithNotes<BulkRowView> & { runNotes: string | null };

async function* rowsOf(ctx: Ctx, runId: string, signal: AbortSignal): AsyncGenerator<Exported> {
  let after = 0;
  let runNotes = await notesOfRun(ctx, runId);
  for (;;) {
    signal.throwIfAborted();
    const rows = await listBulkRows(ctx.pool, {
      runId,
      states: null,
      order: "file",
      after,
      limit: ROWS_A_READ,
    });
    for (const row of await addNotes(ctx, "payment", rows.map(presentBulkRow), (row) => [paymentOf(row)])) {
      yield { ...row, runNotes };
      runNotes = null;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_A_READ) return;
    after = last.place;
  }
}

/** Returns the notes on the run itself and on its approvals. */
async function notesOfRun(ctx: Ctx, runId: string): Promise<string | null> {
  const ids = [runId, ...(await listApprovalIdsOfRun(ctx.pool, runId))];
  const [run] = await addNotes(ctx, "bulk_run", [ids], (all) => all);
  return run?.notes ?? null;
}

type Column = ExportColumn<BulkRowView>;

const text = (heading: string, cell: Column["cell"]): Column => ({ heading, kind: "text", cell });
const amount = (heading: string, cell: Column["cell"]): Column => ({ heading, kind: "amount", cell });

const paymentOf = ({ transactionId, found }: BulkRowView): string | null =>
  transactionId ?? found?.transactionId ?? null;
const ofRow = ({ cell, ...column }: Column): ExportColumn<Exported> => ({
  ...column,
  cell: ({ row }) => cell(row),
});

/** A refund of a test payment moved no money (decision 0210). */
const TEST = ofRow(text("test", (row) => (row.isTest ? "test" : null)));
/** The notes on the row's payment, its refunds and approvals. */
const NOTES: ExportColumn<Exported> = {
  heading: "notes",
  kind: "text",
  cell: ({ notes }) => notes,
};
/** They are not any row's own: the first row has them. */
const RUN_NOTES: ExportColumn<Exported> = {
  heading: "run_notes",
  kind: "text",
  cell: ({ runNotes }) => runNotes,
};

export function bulkResultTable(kind: BulkKind): ExportTable<Exported> {
  return { name: `bulk-${kind}`, columns: [...columnsOf(kind).map(ofRow), TEST, NOTES, RUN_NOTES] };
}

/** The first columns are those that an import reads: a result can be corrected and uploaded again. */
function columnsOf(kind: BulkKind): Column[] {
  const outcome = [
    text("outcome", (row) => row.state),
    text("problems", (row) => row.faults.map(faultName).join("; ")),
    text("service_message", (row) => row.message),
    text("confirmed_by", (row) => row.confirmedBy),
    { heading: "line", kind: "count", cell: (row) => String(row.line) } satisfies Column,
  ];
  const reference = text("reference", (row) => row.reference);
  const transactionId = text("transaction_id", (row) => row.transactionId);
  switch (kind) {
    case "refund":
      return [
        reference,
        amount("amount", (row) => row.amount),
        text("reason", (row) => row.reason),
        transactionId,
        text("currency", (row) => row.currency),
        ...outcome,
        text("refund_id", (row) => row.refundId),
        text("refund_status", (row) => row.refundStatus),
        text("reason_code", (row) => row.reasonCode),
        // The status stays FAILURE, as at the service; the money has left (decision 0213).
        text("paid_late", (row) => (isPaidLate(row) ? "paid_late" : null)),
        // The id of the refund request (decision 0278).
        text("fulfils_request", (row) => row.fulfilsRequest),
      ];
    case "cancel":
      return [
        reference,
        transactionId,
        amount("payment_amount", (row) => row.amount),
        text("currency", (row) => row.currency),
        ...outcome,
      ];
    case "lookup":
      return [
        reference,
        ...outcome,
        text("found_transaction_id", (row) => row.found?.transactionId ?? null),
        text("status", (row) => row.found?.status ?? null),
        amount("payment_amount", (row) => row.found?.amount ?? null),
        text("currency", (row) => row.found?.currency ?? null),
        text("created_at", (row) => row.found?.createdAt ?? null),
        text("gateway_transaction_id", (row) => row.found?.gatewayTransactionId ?? null),
      ];
  }
}

/** A person's id here, and a number that only answers are compared by. */
const INTERNAL: readonly string[] = ["byId", "steps"];

/** Machine-readable names, the same in every language: the kind of error and its subject. */
function faultName(fault: BulkFault): string {
  const { kind, ...about } = fault;
  const details = Object.entries(about)
    .filter(([name, value]) => value !== null && !INTERNAL.includes(name))
    .map(([, value]) => String(value));
  return details.length === 0 ? kind : `${kind} (${details.join(", ")})`;
}
