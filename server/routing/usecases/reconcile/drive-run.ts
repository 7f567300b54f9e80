import { isDatabaseOutage } from "@/server/platform/pool";
import { type Claim, ClaimLostError } from "@/server/platform/run-exclusive";
import { inTransaction } from "@/server/platform/transaction";
import {
  addNotCompared,
  mostEarlier,
  periodOf,
  type Place,
  type Position,
} from "../../domain/reconciliation/run";
import { recordsWithFinding } from "../../store/reconciliation/finding-lists";
import type { NewFinding } from "../../store/reconciliation/finding-rows";
import { markExamined } from "../../store/reconciliation/findings";
import { type CompareScope, countToCompare } from "../../store/reconciliation/records-to-compare";
import {
  beginTry,
  lastEarlierAfter,
  type Run,
  saveFailure,
  saveProgress,
} from "../../store/reconciliation/runs";
import type { Deps } from "../deps";
import { Comparer } from "./compare";
import { examineRecord } from "./compare-records";
import { closeEnded, takeDisagreement, type Taken } from "./take-disagreement";
import { type Batch, nextBatch, type Step } from "./walk";

/** What a run reports while it goes on: for the terminal. */
export type RunNews =
  | { kind: "left" | "repaired" | "settled"; finding: NewFinding }
  | { kind: "unanswered"; step: Step; gateway: string; reason: string };

const SAVE_EVERY_MS = 1_000;
/** A run is broken after this many attempts without progress. */
const MAX_TRIES = 8;
/**
 * An error may have been a passing one before this attempt; from it on, a record that throws is left out of the run.
 */
const LEAVES_OUT_FROM_TRY = 4;
/** A count of a long history must not delay the run. */
const COUNT_LIMIT_MS = 3_000;

/**
 * Continues a run from where it is, for at most `sliceMs` (null: to its end), and saves its progress every second; so a
 * process that is killed loses a second of work, and repeating it has no further effect. The caller holds the
 * merchant's claim. `more`: call it again.
 */
export async function driveRun(
  deps: Deps,
  given: Run,
  claim: Claim,
  { sliceMs, emit = () => undefined }: { sliceMs: number | null; emit?: (news: RunNews) => void },
): Promise<"more" | "over"> {
  const run = await beginTry(deps.pool, given.merchantId, given.id, deps.clock.now());
  if (run === null) return "over";
  if (run.tries > MAX_TRIES) {
    await saveFailure(deps.pool, run, run.failure ?? "stopped several times", deps.clock.now());
    deps.logger.error({ merchantId: run.merchantId, run: String(run.id) }, "a reconciliation is broken");
    return "over";
  }
  const startedAt = performance.now();
  let savedAt = startedAt;
  const comparer = new Comparer(deps, run.silences);
  const earlier =
    run.source === "daily" ? { after: await lastEarlierAfter(deps.pool, run.merchantId) } : null;
  const scope = { ...scopeOf(run), runId: run.id, earlier };
  if (run.planned === null && isAtBeginning(run)) await begin(deps, run);

  const save = async (isFinished = false): Promise<boolean> => {
    await claim.confirm();
    savedAt = performance.now();
    run.silences = Object.fromEntries(comparer.silences);
    return saveProgress(deps.pool, run, isFinished ? deps.clock.now() : null);
  };
  const saveInTime = async (): Promise<"goes_on" | "more" | "over"> => {
    const now = performance.now();
    const isOver = sliceMs !== null && now - startedAt >= sliceMs;
    if ((isOver || now - savedAt >= SAVE_EVERY_MS) && !(await save())) return "over";
    return isOver ? "more" : "goes_on";
  };
  while (run.position.phase !== "end") {
    const batch: Batch = await nextBatch(deps, scope, run.position);
    const known = await withFindings(deps, batch);
    for (const step of batch.steps) {
      if (step.counts === "earlier" && run.visited.earlier >= mostEarlier(run.visited)) {
        // The next day's run goes on here.
        run.earlierAfter = placeOf(run.position);
        batch.next = { phase: "end" };
        break;
      }
      await visit(deps, comparer, run, { step, hasFinding: known.has(step.key.recordId), emit }).catch(
        (error: unknown) => leaveOut(deps, run, { step, error, emit }),
      );
      run.position = step.next;
      run.visited = { ...run.visited, [step.counts]: run.visited[step.counts] + 1 };
      const then = await saveInTime();
      if (then !== "goes_on") return then;
    }
    run.position = batch.next;
    // Many batches of a long history have no steps.
    const then = await saveInTime();
    if (then !== "goes_on") return then;
  }
  await save(true);
  return "over";
}

function placeOf(position: Position): Place["after"] {
  return "earlier" in position ? position.earlier.after : null;
}

/**
 * The records that a run compares. What ends while it goes on, such as by its own repairs, has just taken its gateway's status:
 * it is not visited a second time.
 */
function scopeOf({
  merchantId,
  gateway,
  days,
  startedAt,
}: Pick<Run, "merchantId" | "gateway" | "days" | "startedAt">): CompareScope {
  const { from, until } = periodOf(days);
  const begun = startedAt === null ? until : new Date(startedAt.getTime() + 1);
  return { merchantId, gateway, period: { from, until: begun < until ? begun : until } };
}

function isAtBeginning({ position }: Run): boolean {
  return position.phase === "payment" && !("earlier" in position) && position.place === undefined;
}

async function begin(deps: Deps, run: Run): Promise<void> {
  run.planned = await inTransaction(deps.pool, async (db) => {
    await db.query(`set local statement_timeout = ${COUNT_LIMIT_MS}`);
    return countToCompare(db, scopeOf(run));
  }).catch(() => null);
}

/** The ids of the batch's records that have an open finding. */
async function withFindings(deps: Deps, { steps }: Batch): Promise<Set<string>> {
  const [first] = steps;
  if (first === undefined) return new Set();
  const ids = steps.map(({ key }) => key.recordId);
  if (first.counts === "finding") return new Set(ids);
  return recordsWithFinding(deps.pool, first.key.merchantId, first.key.record, ids);
}

/** Counts a record that throws again and again as not compared: the records after it must not depend on it. */
function leaveOut(
  deps: Deps,
  run: Run,
  { step, error, emit }: { step: Step; error: unknown; emit: (news: RunNews) => void },
): void {
  if (run.tries < LEAVES_OUT_FROM_TRY || isDatabaseOutage(error) || error instanceof ClaimLostError)
    throw error;
  const { record, recordId } = step.key;
  deps.logger.error(
    { err: error, merchantId: run.merchantId, record, recordId },
    "a record was not compared",
  );
  const left = {
    gateway: run.gateway ?? "unknown gateway",
    reason: `${record} ${recordId}: ${error instanceof Error ? error.message : String(error)}`,
  };
  run.notCompared = addNotCompared(run.notCompared, left);
  emit({ kind: "unanswered", step, ...left });
}

async function visit(
  deps: Deps,
  comparer: Comparer,
  run: Run,
  { step, hasFinding, emit }: { step: Step; hasFinding: boolean; emit: (news: RunNews) => void },
): Promise<void> {
  const examined = await examineRecord(comparer, step.key);
  if (examined === null) {
    // Deleted by the retention: nothing is left to compare.
    if (step.counts === "finding") await closeEnded(deps, step.key, run.id);
    return;
  }
  const taken: Taken =
    examined.kind === "disagrees" ? await takeDisagreement(deps, comparer, run, examined) : examined;
  switch (taken.kind) {
    case "agrees": {
      if (examined.kind === "agrees") await examined.note?.();
      const kept = hasFinding ? await closeEnded(deps, examined.key, run.id) : null;
      if (kept !== null) emit({ kind: "left", finding: kept });
      return;
    }
    case "unanswered": {
      const { gateway, reason } = taken;
      run.notCompared = addNotCompared(run.notCompared, { gateway, reason });
      if (hasFinding) await markExamined(deps.pool, examined.key, run.id);
      emit({ kind: "unanswered", step, gateway, reason });
      return;
    }
    case "left":
    case "repaired":
    case "settled":
      emit(taken);
  }
}
