import { z } from "zod";
import type { BulkRunName } from "@/lib/bulk/run-name";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findRunNames } from "../store/bulk-run-names";

/** What a run is called; null when there is none. */
export async function findBulkRunName(ctx: Ctx, runId: string): Promise<BulkRunName | null> {
  await requirePermission(ctx, "run_bulk", { kind: "bulk_run", id: runId });
  if (!z.uuid().safeParse(runId).success) return null;
  return (await findRunNames(ctx.pool, [runId])).get(runId) ?? null;
}
