import { z } from "zod";
import type { ReasonOutcome } from "@/lib/reasons/reason-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listReasons, lockReasons, orderReasons } from "../store/refund-reasons";

const inputSchema = z.object({ code: z.string(), to: z.enum(["up", "down"]) });

/** Moves a refund reason one place up or down in all lists. The first cannot move up, nor the last down: nothing changes. */
export async function moveReason(ctx: Ctx, input: unknown): Promise<ReasonOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "refund_reason", id: parsed.success ? parsed.data.code : "" } as const;
  if (!(await authorize(ctx, "manage_refund_reasons", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid", field: "form", fault: "incomplete" };
  const { code, to } = parsed.data;

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<ReasonOutcome> => {
    await lockReasons(db);
    const before = (await listReasons(db)).map((reason) => reason.code);
    const from = before.indexOf(code);
    if (from === -1) return { kind: "not_found" };
    const place = to === "up" ? from - 1 : from + 1;
    if (place < 0 || place >= before.length) return { kind: "saved" };
    const after = before.filter((other) => other !== code);
    after.splice(place, 0, code);
    await orderReasons(db, after);
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "refund_reason_moved",
      subject,
      detail: { before: before.join(", "), after: after.join(", ") },
      requestId: ctx.requestId,
    });
    return { kind: "saved" };
  });
}
