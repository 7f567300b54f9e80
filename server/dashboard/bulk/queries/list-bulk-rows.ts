import { z } from "zod";
import { type BulkRowPage, BULK_ROW_STATES } from "@/lib/bulk";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listBulkRows as listRows } from "../store/bulk-rows";
import { presentBulkRow } from "./bulk-views";
import { nameRuns } from "./name-runs";

const BULK_ROWS_A_PAGE = 50;

const inputSchema = z.object({
  runId: z.uuid(),
  state: z.enum(BULK_ROW_STATES).nullable().catch(null),
  after: z.coerce.number().int().nonnegative().max(2_000_000).catch(0),
});

/** Rows of a run, those that need somebody first; of one state or of all. An invalid place means the first page. */
export async function listBulkRows(
  ctx: Ctx,
  input: { runId: string; state: string | null; after: string | number },
): Promise<BulkRowPage> {
  await requirePermission(ctx, "run_bulk", { kind: "bulk_run", id: input.runId });
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return { rows: [], next: null };
  const { runId, state, after } = parsed.data;
  const found = await listRows(ctx.pool, {
    runId,
    states: state === null ? null : [state],
    order: "troubled_first",
    after,
    limit: BULK_ROWS_A_PAGE + 1,
  });
  const page = found.slice(0, BULK_ROWS_A_PAGE);
  return {
    rows: await nameRuns(ctx.pool, page.map(presentBulkRow)),
    next: found.length > BULK_ROWS_A_PAGE ? (page.at(-1)?.place ?? null) : null,
  };
}
