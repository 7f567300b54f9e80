import {
  BULK_OUTCOME_KINDS,
  BULK_OUTCOMES,
  BULK_ROW_STATES,
  type BulkApproval,
  type BulkOutcome,
  type BulkRepeat,
  type BulkRowState,
  type BulkRowView,
  type BulkRunView,
  type BulkTotal,
} from "@/lib/bulk";
import { formatPaise } from "@/lib/money";
import type { OutsideRefundsView } from "@/lib/refunds/balance-view";
import type { Approval } from "../../approvals/domain";
import type { Db } from "@/server/platform/pool";
import {
  type BulkTally,
  countRowsLeftToPeople,
  type ListedBulkRow,
  SUMMED_STATES,
  tallyBulkRows,
} from "../store/bulk-rows";
import type { BulkRun, EarlierRun } from "../store/bulk-runs";

/** Runs with their counts and totals, each read in one query for all runs. */
export async function presentBulkRuns(db: Db, runs: readonly BulkRun[]): Promise<BulkRunView[]> {
  const ids = runs.map((run) => run.id);
  const tallies = await tallyBulkRows(db, ids);
  const unknown = tallies.filter(({ state }) => state === "unknown").map(({ runId }) => runId);
  const left = unknown.length === 0 ? new Map<string, number>() : await countRowsLeftToPeople(db, unknown);
  return runs.map((run) =>
    presentRun(
      run,
      tallies.filter((tally) => tally.runId === run.id),
      left.get(run.id) ?? 0,
    ),
  );
}

function presentRun(run: BulkRun, tallies: readonly BulkTally[], leftToPeople: number): BulkRunView {
  return {
    runId: run.id,
    kind: run.kind,
    source: run.source,
    fileName: run.fileName,
    state: run.state,
    createdBy: run.createdByName,
    createdAt: run.createdAt.toISOString(),
    actingPerson: run.actingName,
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
    pauseCause: run.pauseCause,
    waitsUntil: run.waitsUntil?.toISOString() ?? null,
    serviceError: run.serviceError,
    rowCount: run.rowCount,
    counts: Object.fromEntries(BULK_ROW_STATES.map((state) => [state, rowsIn(tallies, [state])])) as Record<
      BulkRowState,
      number
    >,
    leftToPeople: Math.min(leftToPeople, rowsIn(tallies, ["unknown"])),
    totals: totalsIn(tallies, SUMMED_STATES),
    outcomes: run.kind === "refund" ? outcomesOf(tallies) : [],
  };
}

function outcomesOf(tallies: readonly BulkTally[]): BulkOutcome[] {
  return BULK_OUTCOME_KINDS.map((kind) => ({
    kind,
    rows: rowsIn(tallies, BULK_OUTCOMES[kind]),
    totals: totalsIn(tallies, BULK_OUTCOMES[kind]),
  })).filter(({ rows }) => rows > 0);
}

function rowsIn(tallies: readonly BulkTally[], states: readonly BulkRowState[]): number {
  return tallies.filter(({ state }) => states.includes(state)).reduce((sum, { rows }) => sum + rows, 0);
}

function totalsIn(tallies: readonly BulkTally[], states: readonly BulkRowState[]): BulkTotal[] {
  const sums = new Map<string, { amountPaise: bigint; testPaise: bigint }>();
  for (const { state, currency, amountPaise, testPaise } of tallies) {
    if (currency === null || amountPaise === 0n || !states.includes(state)) continue;
    const sum = sums.get(currency) ?? { amountPaise: 0n, testPaise: 0n };
    sums.set(currency, {
      amountPaise: sum.amountPaise + amountPaise,
      testPaise: sum.testPaise + testPaise,
    });
  }
  return [...sums].map(([currency, { amountPaise, testPaise }]) => ({
    currency,
    amount: formatPaise(amountPaise),
    testAmount: testPaise === 0n ? null : formatPaise(testPaise),
  }));
}

export function presentEarlierRun({ runId, startedAt, by }: EarlierRun): BulkRepeat {
  return { runId, startedAt: startedAt.toISOString(), by };
}

export function presentBulkRow(row: ListedBulkRow): BulkRowView {
  const { id: rowId, position, line, reference, transactionId, currency, reason, reasonCode, state } = row;
  const { faults, message, confirmedBy, found, refundId, refundStatus } = row;
  return {
    rowId,
    position,
    line,
    reference,
    transactionId,
    amount: row.amountPaise === null ? row.amountText : formatPaise(row.amountPaise),
    currency,
    isTest: row.isTest || found?.isTest === true,
    reason,
    reasonCode,
    state,
    faults,
    message,
    confirmedBy,
    fulfilsRequest: SUMMED_STATES.includes(state) ? row.acceptsRequest : null,
    found,
    refundId,
    refundStatus,
    outside: outsideOf(row),
    alert: UNSENT.includes(state) ? row.moneyAlert : null,
  };
}

const UNSENT: readonly BulkRowState[] = ["ready", "likely_duplicate", "problem"];

function outsideOf({ state, outsidePaise, outsideReportedAt }: ListedBulkRow): OutsideRefundsView | null {
  if (outsidePaise === null || outsideReportedAt === null || !UNSENT.includes(state)) return null;
  return { amount: formatPaise(outsidePaise), reportedAt: outsideReportedAt.toISOString() };
}

export function presentBulkApproval(approval: Approval): BulkApproval {
  const { id: approvalId, state, decidedByName: decidedBy, note, requestedAt, expiresAt } = approval;
  return {
    approvalId,
    state,
    decidedBy,
    note,
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
