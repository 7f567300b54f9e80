import { z } from "zod";
import type { SettlementOutcome } from "@/lib/reconciliation/views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { findSettlement, insertSettlement } from "../store/settlements";
import { factsOf } from "./facts-of";
import { readEvidence } from "./read-evidence";

const inputSchema = z.object({
  settlementId: z.uuid().transform((id) => id.toLowerCase()),
  findingId: z.string().min(1),
  version: z.int(),
  evidence: z.string(),
  vendorReference: z.string(),
});

/**
 * Writes down the evidence of a finding that is not certain, for another person to confirm. Changes nothing at the
 * service. A form that is sent twice writes it once.
 */
export async function proposeSettlement(ctx: Ctx, input: unknown): Promise<SettlementOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "finding", id: parsed.success ? parsed.data.findingId : "" } as const;
  if (!(await authorize(ctx, "repair_reconciliation", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "not_found" };
  const { settlementId, findingId, version } = parsed.data;
  const typed = readEvidence(parsed.data);
  if (!typed.ok) return { kind: "invalid", faults: typed.error };

  const read = await readOps(ctx, "reconciliation.finding", { finding_id: findingId });
  switch (read.kind) {
    case "not_offered":
    case "not_found":
      return { kind: read.kind };
    case "refused":
      return { kind: "not_found" };
    case "service_error":
      return { kind: "not_sent" };
    case "found":
      break;
  }
  const finding = read.value;
  if (finding.state !== "open" || finding.certain) return { kind: "closed" };
  if (finding.version !== version) return { kind: "changed", message: "" };

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<SettlementOutcome> => {
    const isNew = await insertSettlement(db, {
      id: settlementId,
      serviceAddress: ctx.routing.serviceAddress,
      findingId,
      findingVersion: version,
      ...typed.value,
      proposedById: ctx.actor.userId,
      proposedAt: at,
    });
    if (!isNew) {
      const stored = await findSettlement(db, settlementId);
      const isSame =
        stored !== null &&
        stored.proposedById === ctx.actor.userId &&
        stored.findingId === findingId &&
        stored.evidence === typed.value.evidence &&
        stored.vendorReference === typed.value.vendorReference;
      const isInForce = stored?.state !== "WITHDRAWN" && stored?.state !== "REFUSED";
      return { kind: isSame && isInForce ? "done" : "closed" };
    }
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "finding_settlement_proposed",
      subject,
      detail: {
        ...factsOf(finding),
        note: typed.value.evidence,
        vendorReference: typed.value.vendorReference,
        settlementId,
      },
      requestId: ctx.requestId,
    });
    return { kind: "done" };
  });
}
