import { z } from "zod";
import { BULK_PERMISSIONS, type BulkRunState, type SteerBulkOutcome } from "@/lib/bulk";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { type AuditAction, type AuditEntry, recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { countBulkRows } from "../store/bulk-rows";
import { type BulkRun, findBulkRun, lockBulkRun } from "../store/bulk-runs";

const inputSchema = z.object({ runId: z.uuid() });

export type Steering = {
  from: readonly BulkRunState[];
  action: AuditAction;
  move: (db: Db, run: BulkRun, at: Date) => Promise<void | Moved>;
};

/**
 * `done` is the same as nothing. `detail` is for the audit log, in place of the counts. After `row_changed` and `not_found`
 * nothing of what was asked for was done, and nothing is written into the log.
 */
export type Moved =
  | "done"
  | "awaits_approval"
  | "row_changed"
  | "not_found"
  | { kind: "done"; detail: NonNullable<AuditEntry["detail"]> };

/**
 * What pausing, resuming, stopping and discarding share: the permission for what the rows ask for, the run's lock, the state
 * it must be in, and the audit row in the same transaction. A run that moved on meanwhile is told as it is.
 */
export async function steerBulkRun(ctx: Ctx, input: unknown, steering: Steering): Promise<SteerBulkOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "bulk_run", id: parsed.success ? parsed.data.runId : "" } as const;
  if (!(await authorize(ctx, "run_bulk", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "not_found" };
  const known = await findBulkRun(ctx.pool, parsed.data.runId);
  if (known === null) return { kind: "not_found" };
  if (!(await authorize(ctx, BULK_PERMISSIONS[known.kind], subject))) return { kind: "forbidden" };

  return inTransaction(ctx.pool, async (db) => {
    const run = await lockBulkRun(db, known.id);
    if (run === null) return { kind: "not_found" };
    if (!steering.from.includes(run.state)) return { kind: "overtaken", state: run.state };
    const at = ctx.clock.now();
    const moved = (await steering.move(db, run, at)) ?? "done";
    if (moved === "not_found" || moved === "row_changed") return { kind: moved };
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: steering.action,
      subject,
      detail: typeof moved === "object" ? moved.detail : await countsOf(db, run.id),
      requestId: ctx.requestId,
    });
    return { kind: typeof moved === "object" ? moved.kind : moved };
  });
}

/** How its rows stand, for the audit log. */
export async function countsOf(db: Db, runId: string): Promise<Record<string, number>> {
  const counts = await countBulkRows(db, [runId]);
  return Object.fromEntries(counts.map(({ state, rows }) => [state, rows]));
}
