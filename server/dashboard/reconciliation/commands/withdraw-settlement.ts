import { z } from "zod";
import type { SettlementOutcome } from "@/lib/reconciliation/views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { decideSettlement, lockSettlement } from "../store/settlements";

const inputSchema = z.object({ settlementId: z.uuid().transform((id) => id.toLowerCase()) });

/** Discards evidence that nobody has confirmed: its author, or anybody who could confirm it. */
export async function withdrawSettlement(ctx: Ctx, input: unknown): Promise<SettlementOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "finding", id: "" } as const;
  if (!(await authorize(ctx, "repair_reconciliation", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "not_found" };
  const { settlementId } = parsed.data;
  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<SettlementOutcome> => {
    const settlement = await lockSettlement(db, settlementId);
    if (settlement === null || settlement.serviceAddress !== ctx.routing.serviceAddress)
      return { kind: "not_found" };
    if (settlement.state !== "PROPOSED") return { kind: "closed" };
    await decideSettlement(db, settlementId, { state: "WITHDRAWN", byId: ctx.actor.userId, at });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "finding_settlement_withdrawn",
      subject: { kind: "finding", id: settlement.findingId },
      detail: { settlementId, requestedBy: settlement.proposedByName },
      requestId: ctx.requestId,
    });
    return { kind: "done" };
  });
}
