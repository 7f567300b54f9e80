import type { OpsRead } from "@/lib/ops-outcomes";
import type { FindingView, SettlementView } from "@/lib/reconciliation/views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { listSettlements, type Settlement } from "../store/settlements";

/** One finding, and the evidence that people have written for it, newest first. */
export async function findFinding(
  ctx: Ctx,
  findingId: string,
): Promise<OpsRead<{ finding: FindingView; settlements: SettlementView[] }>> {
  await requirePermission(ctx, "view_reconciliation", { kind: "finding", id: findingId });
  const read = await readOps(ctx, "reconciliation.finding", { finding_id: findingId });
  if (read.kind !== "found") return read;
  const { serviceAddress } = ctx.routing;
  const settlements = await listSettlements(ctx.pool, { serviceAddress, findingId });
  const settledBy = read.value.settlement?.settlement_id ?? null;
  return {
    ...read,
    value: {
      finding: read.value,
      settlements: settlements.map((one) => viewOf(one, ctx.actor.userId, settledBy)),
    },
  };
}

/** The service knows whether a settlement whose response was lost has taken effect. */
function viewOf(settlement: Settlement, viewerId: string, settledBy: string | null): SettlementView {
  return {
    id: settlement.id,
    state: settlement.id === settledBy ? "CONFIRMED" : settlement.state,
    evidence: settlement.evidence,
    vendorReference: settlement.vendorReference,
    findingVersion: settlement.findingVersion,
    proposedBy: settlement.proposedByName,
    proposedAt: settlement.proposedAt.toISOString(),
    isOwn: settlement.proposedById === viewerId,
    decidedBy: settlement.decidedByName,
    decidedAt: settlement.decidedAt?.toISOString() ?? null,
    refusal: settlement.refusal,
  };
}
