import type { Db } from "@/server/platform/pool";
import type { Ctx } from "../../context";
import { scheduleBulkRun } from "../../jobs/schedule";
import { findApprovalOfRun } from "../../approvals/store";
import { listBulkRowsIn } from "../store/bulk-rows";
import { type BulkRun, markBulkAwaiting, markBulkRunning } from "../store/bulk-runs";
import { requestBulkApproval } from "./request-bulk-approval";

/**
 * Continues a run for the person of `ctx`, or requests approval if it is above their threshold; returns whether it
 * continues. An approved run needs no second approval. The caller holds the run's lock; its rows are final.
 */
export async function startOrRequestApproval(db: Db, ctx: Ctx, run: BulkRun): Promise<boolean> {
  const at = ctx.clock.now();
  if (await needsApproval(db, ctx, run)) {
    await markBulkAwaiting(db, run.id, ctx.actor.userId, at);
    return false;
  }
  await markBulkRunning(db, run.id, ctx.actor.userId, at);
  await scheduleBulkRun(db, run.id, 0);
  return true;
}

async function needsApproval(db: Db, ctx: Ctx, run: BulkRun): Promise<boolean> {
  if (run.kind !== "refund") return false;
  if ((await findApprovalOfRun(db, run.id))?.state === "APPROVED") return false;
  const ready = await listBulkRowsIn(db, run.id, "ready", run.rowCount);
  const rows = ready.flatMap(({ transactionId, amountPaise, currency }) =>
    transactionId === null || amountPaise === null || currency === null
      ? []
      : [{ transactionId, amountPaise, currency }],
  );
  if (rows.length === 0) return false;
  const asked = await requestBulkApproval(db, ctx, {
    runId: run.id,
    runName: run.fileName ?? run.id.slice(0, 8),
    isTest: ready.every(({ isTest }) => isTest),
    rows,
  });
  return asked.kind !== "not_needed";
}
