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

type Steering = {
  from: readonly BulkRunState[];
  action: AuditAction;
  move: (db: Db, run: BulkRun, at: Date) => Promise<void | Moved>;
};

/**
 * `done` may mean that nothing had to change. `detail` is for the audit log, instead of the counts. After `row_changed`,
 * only what is known of the row has changed; after a {@link Refusal} nothing has, because what the move did before is
 * rolled back. Neither writes an audit entry.
 */
type Moved =
  | "done"
  | "awaits_approval"
  | "row_changed"
  | Refusal
  | { kind: "done"; detail: NonNullable<AuditEntry["detail"]> };

const REFUSALS = [
  "approval_not_needed",
  "rows_in_progress",
  "not_found",
  "forbidden",
  "own_request",
] as const;
type Refusal = (typeof REFUSALS)[number];

/** Thrown so that the transaction is rolled back. */
class RefusedError extends Error {
  override name = "RefusedError";
  constructor(readonly refusal: Refusal) {
    super(`the run was not changed: ${refusal}`);
  }
}

/**
 * Shared by pause, resume, stop and discard: the permission for the run's kind, the run's lock, the required state, and
 * the audit entry in the same transaction. If the run's state changed meanwhile, the current run is returned.
 */
export async function steerBulkRun(ctx: Ctx, input: unknown, steering: Steering): Promise<SteerBulkOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "bulk_run", id: parsed.success ? parsed.data.runId : "" } as const;
  if (!(await authorize(ctx, "run_bulk", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "not_found" };
  const known = await findBulkRun(ctx.pool, parsed.data.runId);
  if (known === null) return { kind: "not_found" };
  if (!(await authorize(ctx, BULK_PERMISSIONS[known.kind], subject))) return { kind: "forbidden" };

  const done = inTransaction<SteerBulkOutcome>(ctx.pool, async (db) => {
    const run = await lockBulkRun(db, known.id);
    if (run === null) return { kind: "not_found" };
    if (!steering.from.includes(run.state)) return { kind: "overtaken", state: run.state };
    const at = ctx.clock.now();
    const moved = (await steering.move(db, run, at)) ?? "done";
    if (moved === "row_changed") return { kind: moved };
    if (isRefusal(moved)) throw new RefusedError(moved);
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
  return done.catch((error: unknown) => {
    if (error instanceof RefusedError) return { kind: error.refusal };
    throw error;
  });
}

function isRefusal(moved: Moved): moved is Refusal {
  return REFUSALS.some((refusal) => refusal === moved);
}

/** The number of its rows by state, for the audit log. */
export async function countsOf(db: Db, runId: string): Promise<Record<string, number>> {
  const counts = await countBulkRows(db, [runId]);
  return Object.fromEntries(counts.map(({ state, rows }) => [state, rows]));
}
