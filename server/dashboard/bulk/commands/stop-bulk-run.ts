import type { SteerBulkOutcome } from "@/lib/bulk";
import type { Db } from "@/server/platform/pool";
import type { Ctx } from "../../context";
import { dueRuns } from "../../jobs/due-tables";
import { findApprovalOfRun, lockApproval } from "../../approvals/store";
import { stopReadyBulkRows } from "../store/bulk-row-moves";
import { markBulkOver } from "../store/bulk-runs";
import { writeApprovalEnd } from "../../approvals";
import { steerBulkRun } from "./steer-bulk-run";

/** Stops a run for good: unsent rows stay unsent, rows in progress finish. */
export function stopBulkRun(ctx: Ctx, input: unknown): Promise<SteerBulkOutcome> {
  return steerBulkRun(ctx, input, {
    from: ["awaiting_approval", "running", "paused"],
    action: "bulk_stopped",
    move: async (db, run, at) => {
      await stopReadyBulkRows(db, run.id);
      if (run.state === "awaiting_approval") await takeRequestBack(db, ctx, run.id, at);
      await markBulkOver(db, run.id, "stopped", at);
      // Rows in progress whose process died still have to be recovered.
      await dueRuns.ask(db, run);
    },
  });
}

/** No one has to decide about it any more, and its reservation is released. */
async function takeRequestBack(db: Db, ctx: Ctx, runId: string, at: Date): Promise<void> {
  const known = await findApprovalOfRun(db, runId);
  const approval = known === null ? null : await lockApproval(db, known.id);
  if (approval?.state !== "WAITING") return;
  const end = { state: "WITHDRAWN", at, decidedById: ctx.actor.userId, note: null } as const;
  await writeApprovalEnd(db, approval, end, ctx);
}
