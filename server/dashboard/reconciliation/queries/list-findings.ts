import type { OpsRead } from "@/lib/ops-outcomes";
import type { Assigned } from "@/lib/queues/work-views";
import type { FindingView } from "@/lib/reconciliation/views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { withAssignees } from "../../queues";
import { findingsToConfirm } from "../store/settlements";

const PAGE = 50;

type FindingPage = {
  /** Each says who has it in the queue. */
  findings: readonly (FindingView & Assigned)[];
  /** The ids of those whose evidence waits for a second person. */
  toConfirm: ReadonlySet<string>;
  nextCursor: string | null;
};

/** Findings of a run, or all that are open, oldest first. */
export async function listFindings(
  ctx: Ctx,
  { runId, cursor }: { runId: string | null; cursor: string | undefined },
): Promise<OpsRead<FindingPage>> {
  await requirePermission(ctx, "view_reconciliation", { kind: "reconciliation", id: runId ?? "open" });
  const read = await readOps(ctx, "reconciliation.findings", {
    run_id: runId,
    ...(runId === null && { state: ["open"] }),
    cursor: cursor ?? null,
    limit: PAGE,
  });
  if (read.kind !== "found") return read;
  const { next_cursor: nextCursor } = read.value;
  const { serviceAddress } = ctx.routing;
  const ids = read.value.findings.map(({ finding_id }) => finding_id);
  const [toConfirm, findings] = await Promise.all([
    findingsToConfirm(ctx.pool, { serviceAddress, findingIds: ids }),
    withAssignees(ctx, "finding", read.value.findings, ({ finding_id: id }) => id),
  ]);
  return { ...read, value: { findings, toConfirm, nextCursor } };
}
