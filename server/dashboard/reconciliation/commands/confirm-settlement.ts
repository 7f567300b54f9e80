import { z } from "zod";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { FindingView, SettlementOutcome } from "@/lib/reconciliation/views";
import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";
import { decideSettlement, endSettlement, lockSettlement, type Settlement } from "../store/settlements";
import { factsOf } from "./facts-of";
import { leaveQueue } from "./leave-queue";
import { personName } from "./person-name";

const inputSchema = z.object({ settlementId: z.uuid().transform((id) => id.toLowerCase()) });
const settleSchema = z.object({ findingId: z.string() });

/**
 * A second person confirms the evidence, and the service closes the finding. Never its author, whatever their role is by
 * now: the people are compared, under the row's lock and by a constraint of the table. The confirmation is stored before
 * the call; while its response is missing, the same call can be sent again and settles once.
 */
export async function confirmSettlement(ctx: Ctx, input: unknown): Promise<SettlementOutcome> {
  const parsed = inputSchema.safeParse(input);
  if (!(await authorize(ctx, "repair_reconciliation", { kind: "finding", id: "" })))
    return { kind: "forbidden" };
  if (!parsed.success) return { kind: "not_found" };
  const confirmed = await writeConfirmation(ctx, parsed.data.settlementId);
  return confirmed.ok ? settleAtService(ctx, confirmed.value) : confirmed.error;
}

async function writeConfirmation(
  ctx: Ctx,
  settlementId: string,
): Promise<Result<Settlement, SettlementOutcome>> {
  const at = ctx.clock.now();
  return inTransaction<Result<Settlement, SettlementOutcome>>(ctx.pool, async (db) => {
    const settlement = await lockSettlement(db, settlementId);
    if (settlement === null || settlement.serviceAddress !== ctx.routing.serviceAddress)
      return err({ kind: "not_found" });
    if (settlement.proposedById === ctx.actor.userId) return err({ kind: "own" });
    // An earlier call got no response: it is sent again in the name of those who confirmed it.
    if (settlement.state === "CONFIRMING") return ok(settlement);
    if (settlement.state !== "PROPOSED") return err({ kind: "closed" });
    await decideSettlement(db, settlementId, { state: "CONFIRMING", byId: ctx.actor.userId, at });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "finding_settlement_confirmed",
      subject: { kind: "finding", id: settlement.findingId },
      detail: {
        settlementId,
        requestedBy: settlement.proposedByName,
        note: settlement.evidence,
        vendorReference: settlement.vendorReference,
      },
      requestId: ctx.requestId,
    });
    const { userId: decidedById, name: decidedByName, email: decidedByEmail } = ctx.actor;
    return ok({ ...settlement, decidedById, decidedByName, decidedByEmail, decidedAt: at });
  });
}

async function settleAtService(ctx: Ctx, settlement: Settlement): Promise<SettlementOutcome> {
  const { proposedByName, proposedByEmail, decidedByName, decidedByEmail } = settlement;
  const outcome: ActionOutcome<FindingView> = await doAtService(
    ctx,
    { findingId: settlement.findingId },
    {
      operation: "reconciliation.settle",
      permission: "repair_reconciliation",
      action: "finding_settle",
      input: settleSchema,
      subject: () => ({ kind: "finding", id: settlement.findingId }),
      detail: () => ({ settlementId: settlement.id, requestedBy: proposedByName }),
      fields: ({ findingId }) => ({
        finding_id: findingId,
        version: settlement.findingVersion,
        settlement_id: settlement.id,
        evidence: settlement.evidence,
        vendor_reference: settlement.vendorReference,
        proposed_by: personName({ name: proposedByName, email: proposedByEmail }),
        confirmed_by: personName({ name: decidedByName ?? "", email: decidedByEmail ?? "" }),
      }),
      detailOf: (finding) => ({ ...factsOf(finding), state: finding.state }),
    },
  );
  switch (outcome.kind) {
    case "done":
      await endSettlement(ctx.pool, settlement.id, { state: "CONFIRMED", refusal: null });
      await leaveQueue(ctx, outcome.value);
      return { kind: "done" };
    case "conflict":
    case "refused":
      await endSettlement(ctx.pool, settlement.id, { state: "REFUSED", refusal: outcome.message });
      return { kind: "changed", message: outcome.message };
    case "not_found":
      await endSettlement(ctx.pool, settlement.id, { state: "REFUSED", refusal: "" });
      return { kind: "not_found" };
    case "malformed":
      return { kind: "not_found" };
    case "not_sent":
    case "not_offered":
    case "unknown":
    case "forbidden":
    case "signed_out":
      return { kind: outcome.kind };
  }
}
