import type { DecisionOutcome } from "@/lib/approvals/approval-views";
import { inTransaction } from "@/server/platform/transaction";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readDecision } from "./decision-input";
import { writeApprovalEnd } from "./end-approval";
import { lockForDecision } from "./lock-for-decision";

/** Says no to a request, with the reason why: nothing is sent, and what it held is free again. Never one's own. */
export async function declineApproval(ctx: Ctx, input: unknown): Promise<DecisionOutcome> {
  const parsed = readDecision(input, { isNoteNeeded: true });
  const subject = { kind: "approval", id: parsed.ok ? parsed.value.approvalId : "" } as const;
  if (!(await authorize(ctx, "approve_refund", subject))) return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;
  const { approvalId, note } = parsed.value;

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db) => {
    const held = await lockForDecision(db, ctx, approvalId, at);
    if (held.kind !== "held") return held;
    await writeApprovalEnd(
      db,
      held.approval,
      { state: "DECLINED", at, decidedById: ctx.actor.userId, note },
      ctx,
    );
    return { kind: "declined" };
  });
}
