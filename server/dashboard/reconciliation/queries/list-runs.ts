import type { OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import type { RunView } from "@/lib/reconciliation/views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";

const PAGE = 30;

/** Comparisons with the gateways, newest first, and what is open in all. */
export async function listRuns(
  ctx: Ctx,
  { cursor }: { cursor: string | undefined },
): Promise<OpsRead<OpsResult<"reconciliation.runs">>> {
  await requirePermission(ctx, "view_reconciliation", { kind: "reconciliation", id: "list" });
  return readOps(ctx, "reconciliation.runs", { cursor: cursor ?? null, limit: PAGE });
}

/** One comparison. */
export async function findRun(ctx: Ctx, runId: string): Promise<OpsRead<RunView>> {
  await requirePermission(ctx, "view_reconciliation", { kind: "reconciliation", id: runId });
  return readOps(ctx, "reconciliation.run", { run_id: runId });
}

/** The names of the gateways that a run can be limited to; none when they are not known. */
export async function gatewayNames(ctx: Ctx): Promise<string[]> {
  await requirePermission(ctx, "repair_reconciliation", { kind: "reconciliation", id: "list" });
  const read = await readOps(ctx, "gateways.list", {});
  return read.kind === "found" ? read.value.gateways.map(({ name }) => name) : [];
}
