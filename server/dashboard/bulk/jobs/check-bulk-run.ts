import type { BulkFault, BulkKind } from "@/lib/bulk";
import type { ServiceError } from "@/lib/service-error";
import { runExclusive } from "@/server/platform/run-exclusive";
import { inTransaction } from "@/server/platform/transaction";
import { compareBulkRows } from "../commands/compare-bulk-rows";
import { bulkFingerprint } from "../commands/bulk-fingerprint";
import { type BulkRowEvaluation, evaluateBulkRow } from "../queries/evaluate-bulk-row";
import type { Services } from "../../runtime";
import { storeBulkVerdicts } from "../store/bulk-row-moves";
import { type BulkRow, listBulkRowsIn } from "../store/bulk-rows";
import { findBulkRun, lockBulkRun, markBulkChecked, recordBulkServiceError } from "../store/bulk-runs";
import { type BulkRun, clearBulkServiceError } from "../store/bulk-runs";
import { bulkTurns } from "./bulk-turns";
import { bulkWaitMs } from "./bulk-pace";

const ROWS_AT_ONCE = 4;
/** A step ends after this many rows or this time: other runs proceed, and a crash loses little. */
const ROWS_PER_BATCH = 100;
const TURN_MS = 5_000;
const BUSY_MS = 1_000;
/** It is checked only at the service that it was uploaded for. */
const OTHER_SERVICE_MS = 60_000;

/**
 * Compares a run's rows with the service, a few at a time. One run is checked at a time across all processes, so that a
 * file never occupies the service, or the workers of single refunds (0123). Returns when to go on, in milliseconds; null when the
 * check is complete.
 */
export async function checkBulkRun(services: Services, runId: string): Promise<number | null> {
  const turn = await bulkTurns.take(`check ${services.account.id}`, services.elapsedMs, () =>
    runExclusive(services.pool, "check-bulk-run", () => takeTurn(services, runId)),
  );
  return turn === null || turn.kind === "busy" ? BUSY_MS : turn.value;
}

/** When to run again, in milliseconds; null when the check is complete. */
async function takeTurn(services: Services, runId: string): Promise<number | null> {
  const run = await findBulkRun(services.pool, runId);
  if (run?.state !== "checking") return null;
  if (run.serviceAddress !== services.routing.serviceAddress) return OTHER_SERVICE_MS;
  const now = services.clock.now();
  if (run.waitsUntil !== null && run.waitsUntil > now) return run.waitsUntil.getTime() - now.getTime();

  const { evaluated, serviceError } = await evaluateSome(services, run);
  return inTransaction(services.pool, async (db) => {
    const locked = await lockBulkRun(db, runId);
    if (locked?.state !== "checking") return null;
    await storeBulkVerdicts(
      db,
      evaluated.map((one) => verdictOf(run.kind, one)),
    );
    const at = services.clock.now();
    if (serviceError !== null) {
      const waitMs = bulkWaitMs(serviceError, locked.serviceErrorCount);
      await recordBulkServiceError(db, runId, serviceError.kind, new Date(at.getTime() + waitMs));
      return waitMs;
    }
    await clearBulkServiceError(db, runId, at);
    if ((await listBulkRowsIn(db, runId, "unchecked", 1)).length > 0) return 0;
    const creator = { userId: locked.createdById, name: locked.createdByName };
    await compareBulkRows(db, runId, creator, at);
    await markBulkChecked(db, runId);
    return null;
  });
}

type EvaluatedRow = { row: BulkRow; evaluation: Exclude<BulkRowEvaluation, { kind: "service_error" }> };

/** The verdicts of some rows, up to the first service error. */
async function evaluateSome(
  services: Services,
  run: BulkRun,
): Promise<{ evaluated: EvaluatedRow[]; serviceError: ServiceError | null }> {
  const waiting = await listBulkRowsIn(services.pool, run.id, "unchecked", ROWS_PER_BATCH);
  const untilMs = services.clock.now().getTime() + TURN_MS;
  const evaluated: EvaluatedRow[] = [];
  let serviceError: ServiceError | null = null;
  const lane = async (): Promise<void> => {
    while (serviceError === null && services.clock.now().getTime() < untilMs) {
      const row = waiting.shift();
      if (row === undefined) return;
      const evaluation = await evaluateBulkRow(services, run.kind, row);
      const [fault] = row.faults;
      if (evaluation.kind !== "service_error") evaluated.push({ row, evaluation });
      // A row that is never sent holds up no others: it has the faults of its file alone.
      else if (fault !== undefined)
        evaluated.push({ row, evaluation: { kind: "problem", payment: null, fault } });
      else serviceError = evaluation.serviceError;
    }
  };
  await Promise.all(Array.from({ length: ROWS_AT_ONCE }, lane));
  return { evaluated, serviceError };
}

function verdictOf(
  kind: BulkKind,
  { row, evaluation }: EvaluatedRow,
): Parameters<typeof storeBulkVerdicts>[1][number] {
  const { payment, reference = null } = evaluation;
  // With a fault of the file a row stays a problem, whatever its payment allows.
  const isReady = evaluation.kind === "ready" && row.faults.length === 0;
  return {
    rowId: row.id,
    state: isReady ? "ready" : "problem",
    reference,
    fingerprint: reference === null ? null : bulkFingerprint(kind, reference, row.amountPaise),
    transactionId: payment?.transactionId ?? null,
    currency: payment?.currency ?? null,
    isTest: payment?.isTest === true,
    amountPaise: isReady ? evaluation.amountPaise.toString() : null,
    leftPaise: isReady ? (evaluation.leftPaise?.toString() ?? null) : null,
    outsidePaise: evaluation.outside?.amountPaise.toString() ?? null,
    outsideReportedAt: evaluation.outside ? new Date(evaluation.outside.reportedAtMs).toISOString() : null,
    moneyAlert: evaluation.alert ?? null,
    faults: [...row.faults, ...newFaults(row, evaluation)],
  };
}

function newFaults(row: BulkRow, evaluation: EvaluatedRow["evaluation"]): BulkFault[] {
  if (evaluation.kind === "ready") return [];
  // The file has told of an amount that it does not give.
  const isOfAmount =
    row.faults.length > 0 && row.amountPaise === null && evaluation.fault.kind === "bad_amount";
  return isOfAmount || row.faults.includes(evaluation.fault) ? [] : [evaluation.fault];
}
