import {
  BULK_ROW_STATES,
  type BulkApproval,
  type BulkRepeat,
  type BulkRowState,
  type BulkRowView,
  type BulkRunView,
  type BulkTotal,
} from "@/lib/bulk";
import { formatPaise } from "@/lib/money";
import type { Approval } from "../domain/approval";
import type { Db } from "@/server/platform/pool";
import { countBulkRows, type ListedBulkRow, sumBulkRows } from "../store/bulk-rows";
import type { BulkRun, EarlierRun } from "../store/bulk-runs";

/** Runs with their counts and totals, each read once for all of them. */
export async function presentBulkRuns(db: Db, runs: readonly BulkRun[]): Promise<BulkRunView[]> {
  const ids = runs.map((run) => run.id);
  const [counts, sums] = await Promise.all([countBulkRows(db, ids), sumBulkRows(db, ids)]);
  return runs.map((run) => ({
    runId: run.id,
    kind: run.kind,
    fileName: run.fileName,
    state: run.state,
    createdBy: run.createdByName,
    createdAt: run.createdAt.toISOString(),
    actingPerson: run.actingName,
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    pauseCause: run.pauseCause,
    waitsUntil: run.waitsUntil?.toISOString() ?? null,
    trouble: run.trouble,
    rowCount: run.rowCount,
    counts: everyState(counts.filter((count) => count.runId === run.id)),
    totals: presentTotals(sums.filter((sum) => sum.runId === run.id)),
  }));
}

function everyState(counts: readonly { state: BulkRowState; rows: number }[]): Record<BulkRowState, number> {
  const known = new Map(counts.map(({ state, rows }) => [state, rows]));
  return Object.fromEntries(BULK_ROW_STATES.map((state) => [state, known.get(state) ?? 0])) as Record<
    BulkRowState,
    number
  >;
}

export function presentTotals(sums: readonly { currency: string; amountPaise: bigint }[]): BulkTotal[] {
  return sums.map(({ currency, amountPaise }) => ({ currency, amount: formatPaise(amountPaise) }));
}

export function presentEarlierRun({ runId, startedAt, by }: EarlierRun): BulkRepeat {
  return { runId, startedAt: startedAt.toISOString(), by };
}

export function presentBulkRow(row: ListedBulkRow): BulkRowView {
  const { id: rowId, position, line, reference, transactionId, currency, reason, state } = row;
  const { faults, message, confirmedBy, found, refundId, refundStatus } = row;
  return {
    rowId,
    position,
    line,
    reference,
    transactionId,
    amount: row.amountPaise === null ? row.amountText : formatPaise(row.amountPaise),
    currency,
    reason,
    state,
    faults,
    message,
    confirmedBy,
    found,
    refundId,
    refundStatus,
  };
}

export function presentBulkApproval(approval: Approval): BulkApproval {
  const { id: approvalId, state, decidedByName: decidedBy, note, expiresAt } = approval;
  return { approvalId, state, decidedBy, note, expiresAt: expiresAt.toISOString() };
}
