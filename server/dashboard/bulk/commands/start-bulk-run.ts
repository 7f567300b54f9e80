import { z } from "zod";
import { BULK_PERMISSIONS, type StartBulkInput, type StartBulkOutcome } from "@/lib/bulk";
import { formatPaise } from "@/lib/money";
import { parseTypedAmount } from "@/lib/typed-amount";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { startOrRequestApproval } from "./start-or-request-approval";
import { compareBulkRows } from "./compare-bulk-rows";
import { moveBulkRows } from "../store/bulk-row-moves";
import {
  type BulkSum,
  countBulkRows,
  countConfirmedRows,
  signReadyRows,
  sumBulkRows,
} from "../store/bulk-rows";
import { type BulkRun, findBulkRun, lockBulkRun, lockBulkStarts } from "../store/bulk-runs";

const inputSchema = z.object({
  runId: z.uuid(),
  count: z.string().max(50),
  totals: z.record(z.string().max(3), z.string().max(50)),
  isApprovalExpected: z.boolean().default(false),
  sign: z.string().max(100),
}) satisfies z.ZodType<StartBulkInput>;

/**
 * Starts a checked run after the person has typed its number of rows and their total. Of two concurrent starts one
 * succeeds. Rows with problems and unconfirmed likely duplicates are left out. The rows are compared once more under a
 * lock that serializes all starts, so that one file uploaded twice cannot run twice unnoticed: if that changes what
 * would be sent, nothing is started, and the person reviews the run again (decision 0200).
 */
export async function startBulkRun(ctx: Ctx, input: unknown): Promise<StartBulkOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "bulk_run", id: parsed.success ? parsed.data.runId : "" } as const;
  if (!(await authorize(ctx, "run_bulk", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "not_found" };
  const known = await findBulkRun(ctx.pool, parsed.data.runId);
  if (known === null) return { kind: "not_found" };
  if (!(await authorize(ctx, BULK_PERMISSIONS[known.kind], subject))) return { kind: "forbidden" };
  return inTransaction(ctx.pool, (db) => start(ctx, db, parsed.data));
}

async function start(ctx: Ctx, db: Db, typed: StartBulkInput): Promise<StartBulkOutcome> {
  await lockBulkStarts(db);
  const run = await lockBulkRun(db, typed.runId);
  if (run === null) return { kind: "not_found" };
  if (run.state !== "checked") return { kind: "not_startable", state: run.state };

  const at = ctx.clock.now();
  const changed = await compareBulkRows(db, run.id, ctx.actor, at);
  if (changed > 0) return { kind: "rows_changed", rows: changed };
  const counts = await countBulkRows(db, [run.id]);
  const ready = counts.find(({ state }) => state === "ready")?.rows ?? 0;
  if (ready === 0) return { kind: "nothing_ready" };
  // A colleague has confirmed a row, withdrawn one, or changed what it fulfils, since the person's page was loaded. First, because
  // a mismatch would name the numbers of that page.
  if ((await signReadyRows(db, run.id)) !== typed.sign) return { kind: "choices_changed" };
  const sums = await sumBulkRows(db, [run.id]);
  const mismatch = mismatchOf(run, typed, ready, sums);
  if (mismatch !== null) return mismatch;

  const started = await startOrRequestApproval(db, ctx, run, typed);
  if (started === "approval_not_needed" || started === "not_found" || started === "forbidden")
    return { kind: started };
  if (started === "rows_in_progress") throw new Error("a run that was never started has a row in progress");
  await moveBulkRows(db, run.id, ["problem", "likely_duplicate"], "skipped", null);
  await recordAudit(db, {
    at,
    actor: ctx.actor,
    action: "bulk_started",
    subject: { kind: "bulk_run", id: run.id },
    detail: {
      kind: run.kind,
      rows: ready,
      totals: sums.map(({ currency, amountPaise }) => `${currency} ${formatPaise(amountPaise)}`).join(", "),
      confirmed: await countConfirmedRows(db, run.id),
      awaitsApproval: started === "awaits_approval",
    },
    requestId: ctx.requestId,
  });
  return { kind: started };
}

function mismatchOf(
  run: BulkRun,
  typed: StartBulkInput,
  ready: number,
  sums: readonly BulkSum[],
): StartBulkOutcome | null {
  const isCountWrong = run.kind !== "lookup" && typed.count.replace(/[,\s]/g, "") !== String(ready);
  const currencies =
    run.kind === "refund"
      ? sums.filter((sum) => !isTotal(typed.totals[sum.currency], sum)).map((sum) => sum.currency)
      : [];
  if (!isCountWrong && currencies.length === 0) return null;
  return { kind: "mismatch", count: isCountWrong, currencies };
}

/** The most digits in front of the decimal point: 5,000 rows of 13 digits. */
const MAX_TOTAL_DIGITS = 17;

/** People type the total as they see it, with currency sign and digit grouping. */
function isTotal(text: string | undefined, { amountPaise, currency }: BulkSum): boolean {
  const parsed = parseTypedAmount(text ?? "", currency, MAX_TOTAL_DIGITS);
  return parsed.ok && parsed.value === amountPaise;
}
