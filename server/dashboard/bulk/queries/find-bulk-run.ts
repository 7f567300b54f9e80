import { z } from "zod";
import { BULK_PERMISSIONS, type BulkRunPage, type BulkRunView } from "@/lib/bulk";
import { roleAllows } from "@/lib/can";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { type BulkRun, findBulkRun as findRun, findStartedWithContent } from "../store/bulk-runs";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import { wouldRequestApproval } from "../commands/start-or-request-approval";
import { findApprovalOfRun } from "../../approvals/store";
import { signOf } from "../commands/bulk-fingerprint";
import { listAskedRows } from "../store/bulk-duplicates";
import { signReadyRows } from "../store/bulk-rows";
import { presentBulkApproval, presentBulkRuns, presentEarlierRun } from "./bulk-views";

/** A run with everything that its page shows; null when there is none. */
export async function findBulkRun(ctx: Ctx, runId: string): Promise<BulkRunPage | null> {
  const run = await readRun(ctx, runId);
  if (run === null) return null;
  // A repeated lookup changes nothing.
  const mayRepeat = run.state === "checked" && run.kind !== "lookup";
  const mayStart = run.state === "checked" || run.state === "paused";
  const [[view], asked, sign, sameFile, approval, isApprovalNeeded, isOnHold] = await Promise.all([
    presentBulkRuns(ctx.pool, [run]),
    run.state === "checked" ? listAskedRows(ctx.pool, runId, ctx.actor.userId) : [],
    signReadyRows(ctx.pool, runId),
    mayRepeat ? findStartedWithContent(ctx.pool, run) : null,
    findApprovalOfRun(ctx.pool, runId),
    mayStart && wouldRequestApproval(ctx.pool, ctx, run),
    run.kind === "refund" && areRefundsHeld(ctx.pool),
  ]);
  if (view === undefined) return null;
  return {
    run: view,
    ignoredColumns: run.ignoredColumns,
    mayRun: roleAllows(ctx.actor.role, "run_bulk") && roleAllows(ctx.actor.role, BULK_PERMISSIONS[run.kind]),
    isApprovalNeeded,
    isOnHold,
    approval: approval === null ? null : presentBulkApproval(approval),
    isOtherService: run.serviceAddress !== ctx.routing.serviceAddress,
    asked: { rows: asked.length, sign: signOf(asked) },
    sign,
    sameFile: sameFile === null ? null : presentEarlierRun(sameFile),
  };
}

/** What changes while the page is open: state and counts. */
export async function findBulkProgress(ctx: Ctx, runId: string): Promise<BulkRunView | null> {
  const run = await readRun(ctx, runId);
  if (run === null) return null;
  const [view] = await presentBulkRuns(ctx.pool, [run]);
  return view ?? null;
}

async function readRun(ctx: Ctx, runId: string): Promise<BulkRun | null> {
  await requirePermission(ctx, "run_bulk", { kind: "bulk_run", id: runId });
  return z.uuid().safeParse(runId).success ? findRun(ctx.pool, runId) : null;
}
