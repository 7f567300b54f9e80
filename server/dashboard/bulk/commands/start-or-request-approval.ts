import { BULK_PERMISSIONS } from "@/lib/bulk";
import { roleAllows } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import type { Ctx } from "../../context";
import { findMemberRole, isAccountClosed } from "../../accounts/store";
import { findApprovalOfRun } from "../../approvals/store";
import { listRowsToApprove, type RowToApprove } from "../store/bulk-rows";
import { type BulkRun, markBulkAwaiting, markBulkRunning } from "../store/bulk-runs";
import { needsBulkApproval, requestBulkApproval } from "./request-bulk-approval";

type BulkStart =
  | "started"
  | "awaits_approval"
  | "approval_not_needed"
  | "rows_in_progress"
  | "not_found"
  | "forbidden";

/**
 * Continues a run for the person of `ctx`, or requests approval if it is above their threshold. An approved run needs
 * no second approval. When the page said that approval is needed and none is needed any more, nothing changes, and the
 * person decides again (decision 0120). Nor does it while a row is in progress that the request would not contain, and
 * that the approved run would send again. The caller holds the run's lock; its rows are final.
 */
export async function startOrRequestApproval(
  db: Db,
  ctx: Ctx,
  run: BulkRun,
  { isApprovalExpected }: { isApprovalExpected: boolean },
): Promise<BulkStart> {
  // Closed since the page was opened: it does not exist for people.
  if (await isAccountClosed(db)) return "not_found";
  // Their role may have changed while this waited for the run's lock.
  const role = await findMemberRole(db, ctx.actor.userId);
  if (role === null || !roleAllows(role, "run_bulk") || !roleAllows(role, BULK_PERMISSIONS[run.kind]))
    return "forbidden";
  const at = ctx.clock.now();
  const waiting = await rowsToApprove(db, run);
  const isBusy = waiting?.rows.some(({ isInProgress }) => isInProgress) ?? false;
  if (waiting !== null && isBusy && (await needsBulkApproval(db, ctx, waiting.rows)))
    return "rows_in_progress";
  if (waiting !== null && (await requestsApproval(db, ctx, run, waiting))) {
    await markBulkAwaiting(db, run.id, ctx.actor.userId, at);
    return "awaits_approval";
  }
  if (isApprovalExpected) return "approval_not_needed";
  await markBulkRunning(db, run.id, ctx.actor.userId, at);
  return "started";
}

/** Whether the run would request approval if this person started or resumed it now. */
export async function wouldRequestApproval(db: Db, ctx: Ctx, run: BulkRun): Promise<boolean> {
  const waiting = await rowsToApprove(db, run);
  return waiting !== null && needsBulkApproval(db, ctx, waiting.rows);
}

async function requestsApproval(db: Db, ctx: Ctx, run: BulkRun, waiting: RowsToApprove): Promise<boolean> {
  const asked = await requestBulkApproval(db, ctx, {
    runId: run.id,
    runName: run.fileName,
    ...waiting,
  });
  return asked.kind !== "not_needed";
}

type RowsToApprove = { rows: RowToApprove[]; isTest: boolean };

/** The rows that are still to be sent; null when none of them needs approval any more. */
async function rowsToApprove(db: Db, run: BulkRun): Promise<RowsToApprove | null> {
  if (run.kind !== "refund") return null;
  if ((await findApprovalOfRun(db, run.id))?.state === "APPROVED") return null;
  const rows = await listRowsToApprove(db, run.id);
  return rows.length === 0 ? null : { rows, isTest: rows.every(({ isTest }) => isTest) };
}
