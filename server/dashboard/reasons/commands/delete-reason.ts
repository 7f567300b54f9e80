import { z } from "zod";
import type { ReasonOutcome } from "@/lib/reasons/reason-views";
import { sqlState } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { deleteReason as deleteStored, findReason, lockReasons } from "../store/refund-reasons";
import { reasonLine } from "./save-reason";

const FOREIGN_KEY_VIOLATION = "23503";

const inputSchema = z.object({ code: z.string() });

/** Deletes a refund reason that was never used; one in use can only be deactivated. */
export async function deleteReason(ctx: Ctx, input: unknown): Promise<ReasonOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "refund_reason", id: parsed.success ? parsed.data.code : "" } as const;
  if (!(await authorize(ctx, "manage_refund_reasons", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid", field: "form", fault: "incomplete" };
  const { code } = parsed.data;

  const at = ctx.clock.now();
  const deleted = inTransaction(ctx.pool, async (db): Promise<ReasonOutcome> => {
    await lockReasons(db);
    const before = await findReason(db, code);
    // Another person deleted it first: the result is the same.
    if (before === null) return { kind: "deleted" };
    if (!(await deleteStored(db, code))) return { kind: "in_use" };
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "refund_reason_deleted",
      subject,
      detail: { before: reasonLine(before), after: null },
      requestId: ctx.requestId,
    });
    return { kind: "deleted" };
  });
  return deleted.catch((error: unknown): ReasonOutcome => {
    // A refund that used it committed between the check and the deletion.
    if (sqlState(error) === FOREIGN_KEY_VIOLATION) return { kind: "in_use" };
    throw error;
  });
}
