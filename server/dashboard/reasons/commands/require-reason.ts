import { z } from "zod";
import type { ReasonOutcome } from "@/lib/reasons/reason-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { lockRefundSettings, putReasonRequired } from "../store/refund-settings";

const inputSchema = z.object({ isRequired: z.boolean() });

/**
 * Sets whether refunds, requests, rows of files and manual refunds must name a listed reason (decision 0277). It applies to
 * what is submitted from then on.
 */
export async function requireReason(ctx: Ctx, input: unknown): Promise<ReasonOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "refund_reason", id: "" } as const;
  if (!(await authorize(ctx, "manage_refund_reasons", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid", field: "form", fault: "incomplete" };
  const { isRequired } = parsed.data;

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<ReasonOutcome> => {
    const before = await lockRefundSettings(db);
    if (before.isReasonRequired === isRequired) return { kind: "saved" };
    await putReasonRequired(db, isRequired, { changedById: ctx.actor.userId, changedAt: at });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "refund_reason_required",
      subject,
      detail: { before: word(before.isReasonRequired), after: word(isRequired) },
      requestId: ctx.requestId,
    });
    return { kind: "saved" };
  });
}

const word = (isRequired: boolean): string => (isRequired ? "required" : "optional");
