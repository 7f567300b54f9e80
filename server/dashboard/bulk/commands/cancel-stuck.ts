import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import {
  type CancelStuckInput,
  type CancelStuckOutcome,
  MAX_CANCELLED_AT_ONCE,
} from "@/lib/payments/stuck-view";
import { inTransaction } from "@/server/platform/transaction";
import { isAccountClosed } from "../../accounts/store";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { unaskable } from "../../payments/domain";
import { insertBulkRows } from "../store/bulk-rows";
import { insertBulkRun, lockBulkRun, lockBulkStarts, markBulkRunning } from "../store/bulk-runs";

const identifier = z.string().refine((text) => unaskable(text) === null);
const inputSchema = z.object({
  runId: z.uuid().transform((id) => id.toLowerCase()),
  targets: z
    .array(z.object({ reference: identifier, transactionId: identifier }))
    .min(1)
    .max(MAX_CANCELLED_AT_ONCE),
}) satisfies z.ZodType<CancelStuckInput>;
type Input = z.infer<typeof inputSchema>;

/**
 * Starts a bulk run that cancels the selected payments (0123). It continues without the browser, and anyone who may
 * run bulk cancels can stop it. Each payment is read just before its cancel: one paid meanwhile is not cancelled, and the row
 * gets its amount, currency and test mark from the service. Sent twice under one id, it starts once; with other
 * payments under that id it is refused as `conflict`.
 */
export async function cancelStuck(ctx: Ctx, input: unknown): Promise<CancelStuckOutcome> {
  // Both, as the run asks before each row: without one of them it would start and pause at once.
  const list = { kind: "stuck_list", id: "" } as const;
  for (const permission of ["cancel_payment", "run_bulk"] as const)
    if (!(await authorize(ctx, permission, list))) return { kind: "forbidden" };
  const parsed = inputSchema.safeParse(input);
  return parsed.success ? start(ctx, parsed.data) : { kind: "invalid" };
}

async function start(ctx: Ctx, { runId, targets }: Input): Promise<CancelStuckOutcome> {
  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db) => {
    await lockBulkStarts(db);
    const known = await lockBulkRun(db, runId);
    if (known !== null) {
      const isOwn = known.source === "stuck_queue" && known.createdById === ctx.actor.userId;
      if (!isOwn) return { kind: "invalid" };
      return known.contentHash === contentHash(targets) ? { kind: "started", runId } : { kind: "conflict" };
    }
    // Its list is gone: to refresh it is all there is to do.
    if (await isAccountClosed(db)) return { kind: "invalid" };
    await insertBulkRun(db, {
      id: runId,
      kind: "cancel",
      source: "stuck_queue",
      serviceAddress: ctx.routing.serviceAddress,
      fileName: null,
      contentHash: contentHash(targets),
      ignoredColumns: [],
      rowCount: targets.length,
      createdById: ctx.actor.userId,
      createdAt: at,
      state: "checked",
    });
    await insertBulkRows(db, runId, targets.map(newRow));
    await markBulkRunning(db, runId, ctx.actor.userId, at);
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "bulk_started",
      subject: { kind: "bulk_run", id: runId },
      detail: { kind: "cancel", source: "stuck_queue", rows: targets.length },
      requestId: ctx.requestId,
    });
    return { kind: "started", runId };
  });
}

function newRow(
  target: Input["targets"][number],
  index: number,
): Parameters<typeof insertBulkRows>[2][number] {
  return {
    id: randomUUID(),
    position: index + 1,
    line: index + 1,
    reference: target.reference,
    transactionId: target.transactionId,
    amountText: null,
    amountPaise: null,
    reason: null,
    reasonCode: null,
    state: "ready",
    faults: [],
    // No duplicate warning for cancels: a payment is cancelled once, and a second try says so.
    fingerprint: "",
  };
}

function contentHash(targets: Input["targets"]): string {
  const payments = targets.map(({ reference, transactionId }) => `${reference}|${transactionId}`).sort();
  return createHash("sha256")
    .update(JSON.stringify(["stuck_queue", ...payments]))
    .digest("hex");
}
