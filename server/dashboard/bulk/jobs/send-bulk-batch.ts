import { BULK_PERMISSIONS, type BulkPauseCause } from "@/lib/bulk";
import { roleAllows } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { countsOf } from "../commands/steer-bulk-run";
import { type BulkRowResult, sendBulkRow } from "../commands/send-bulk-row";
import type { Ctx } from "../../context";
import type { Services } from "../../runtime";
import { findApprovalOfRun } from "../../approvals/store";
import { claimBulkRow, endBulkRow, putBackBulkRow, stopReadyBulkRows } from "../store/bulk-row-moves";
import type { BulkRow } from "../store/bulk-rows";
import {
  type ActingPerson,
  type BulkRun,
  clearBulkServiceError,
  countBulkUnknown,
  findActingPerson,
  lockBulkRun,
  markBulkPaused,
  recordBulkServiceError,
} from "../store/bulk-runs";
import { notifyRunPaused } from "../store/notify-run";
import { bulkClaimMs } from "../../jobs/call-times";
import { bulkWaitMs } from "./bulk-pace";

const ROWS_AT_ONCE = 4;
const ROWS_PER_BATCH = 200;
const TURN_MS = 5_000;
/** This many unknown outcomes in a row are no coincidence: a person has to check. */
const MAX_UNKNOWN_STREAK = 8;
const MAX_PUT_BACKS = 5;
const PUT_BACK_MS = 3_000;
/** Until refunds are released after a restore (decision 0237). */
const HELD_MS = 60_000;

/** Sends rows of a run, a few at a time, until the batch ends or the run has to stop. */
export async function sendBulkBatch(
  services: Services,
  runId: string,
  rowsPerBatch: number = ROWS_PER_BATCH,
): Promise<void> {
  const untilMs = services.clock.now().getTime() + TURN_MS;
  let rowsLeft = rowsPerBatch;
  let isHalted = false;
  // A row's result is stored and the next row claimed in one transaction: half the commits.
  const next = (claim: Claim | null, turn: BulkRowResult | null): Promise<Claim | null> => {
    const isWanted = rowsLeft > 0 && services.clock.now().getTime() < untilMs;
    if (isWanted) rowsLeft -= 1;
    return inTransaction(services.pool, async (db) => {
      const stored = claim !== null && turn !== null ? storeTurn(db, services, claim, turn) : null;
      // A good result never stops the batch, so the next claim is pipelined: others wait for the run's lock meanwhile.
      const goesOn = turn === null || endsWell(turn) || !(await stored);
      if (!goesOn) isHalted = true;
      const [, next] = await Promise.all([
        stored,
        isWanted && !isHalted ? claimNext(db, services, runId) : null,
      ]);
      return next;
    });
  };
  const lane = async (): Promise<void> => {
    let claim = await next(null, null);
    while (claim !== null) {
      const { run, row, person, approvalId } = claim;
      const turn = await sendBulkRow(ctxOf(services, person, runId), run.kind, row, approvalId);
      claim = await next(claim, turn);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: ROWS_AT_ONCE }, lane));
  const broken = lanes.find((one) => one.status === "rejected");
  if (broken !== undefined) throw broken.reason;
}

/** The row's result is known, and says nothing about the rest of its run. */
function endsWell(turn: BulkRowResult): boolean {
  return turn.kind === "ended" && turn.end.state !== "unknown";
}

type Claim = { run: BulkRun; row: BulkRow; person: ActingPerson; approvalId: string | null };

/**
 * Claims the next row to send; null when there is none now, or the run may not continue. The person for whom it runs is
 * read each time: one who was deactivated or has another role sends nothing more (0123).
 */
async function claimNext(db: Db, services: Services, runId: string): Promise<Claim | null> {
  const at = services.clock.now();
  const run = await lockBulkRun(db, runId);
  if (run?.state !== "running" || run.actingId === null) return null;
  if (run.waitsUntil !== null && run.waitsUntil > at) return null;
  if (run.serviceAddress !== services.routing.serviceAddress) {
    await pause(db, services, run, "other_service");
    return null;
  }
  const [person, approval, isHeld] = await Promise.all([
    findActingPerson(db, run.actingId),
    run.kind === "refund" ? findApprovalOfRun(db, runId) : null,
    run.kind === "refund" && areRefundsHeld(db),
  ]);
  if (isHeld) {
    await recordBulkServiceError(db, run.id, "busy", new Date(at.getTime() + HELD_MS));
    return null;
  }
  const isAllowed =
    person !== null &&
    roleAllows(person.role, "run_bulk") &&
    roleAllows(person.role, BULK_PERMISSIONS[run.kind]);
  if (!isAllowed) {
    await pause(db, services, run, "not_allowed");
    return null;
  }
  const row = await claimBulkRow(db, runId, { at, forMs: bulkClaimMs(services.routing.timeoutMs) });
  if (row === null) return null;
  return { run, row, person, approvalId: approval?.state === "APPROVED" ? approval.id : null };
}

/** Stores a row's result, and returns whether the batch ends for the whole run. */
async function storeTurn(
  db: Db,
  services: Services,
  { run, row }: Claim,
  turn: BulkRowResult,
): Promise<boolean> {
  const at = services.clock.now();
  if (turn.kind === "ended" && endsWell(turn)) {
    await Promise.all([
      lockBulkRun(db, run.id),
      endBulkRow(db, row, turn.end),
      clearBulkServiceError(db, run.id, at),
    ]);
    return false;
  }
  const locked = await lockBulkRun(db, run.id);
  const isOver = locked === null || locked.endedAt !== null;
  /** Certainly nothing happened in this attempt; in an earlier one, something may have. */
  const putBack = async (): Promise<void> => {
    await putBackBulkRow(db, row, { notBefore: null, isCounted: false, outcomeOpen: false });
    if (isOver) await stopReadyBulkRows(db, run.id);
  };
  switch (turn.kind) {
    case "ended": {
      await endBulkRow(db, row, turn.end);
      const streak = await countBulkUnknown(db, run.id);
      if (streak < MAX_UNKNOWN_STREAK || locked?.state !== "running") return false;
      await pause(db, services, run, "many_unknown");
      return true;
    }
    case "put_back": {
      if (isOver || row.putBackTimes >= MAX_PUT_BACKS) await endBulkRow(db, row, turn.end);
      else {
        const notBefore = new Date(at.getTime() + PUT_BACK_MS * (row.putBackTimes + 1));
        const outcomeOpen = turn.end.state === "unknown";
        await putBackBulkRow(db, row, { notBefore, isCounted: true, outcomeOpen });
      }
      return false;
    }
    case "service_error": {
      await putBack();
      if (locked?.state !== "running") return true;
      if (turn.serviceError.kind === "key_refused") await pause(db, services, run, "key_refused");
      else if (locked.waitsUntil === null || locked.waitsUntil <= at || turn.serviceError.kind === "busy") {
        // Rows in progress at the same time meet the same service error: it counts once.
        const waitMs = bulkWaitMs(turn.serviceError, locked.serviceErrorCount);
        await recordBulkServiceError(db, run.id, turn.serviceError.kind, new Date(at.getTime() + waitMs));
      }
      return true;
    }
    case "not_allowed":
      await putBack();
      if (locked?.state === "running") await pause(db, services, run, "not_allowed");
      return true;
  }
}

async function pause(db: Db, services: Services, run: BulkRun, cause: BulkPauseCause): Promise<void> {
  const at = services.clock.now();
  await markBulkPaused(db, run.id, cause);
  await notifyRunPaused(db, run, cause, at);
  await recordAudit(db, {
    at,
    actor: "system",
    action: "bulk_paused",
    subject: { kind: "bulk_run", id: run.id },
    detail: { cause, ...(await countsOf(db, run.id)) },
  });
}

/** The person as stored now, without a session: theirs may have ended hours ago. */
function ctxOf(services: Services, person: ActingPerson, runId: string): Ctx {
  return { ...services, actor: { ...person, sessionId: runId }, requestId: runId };
}
