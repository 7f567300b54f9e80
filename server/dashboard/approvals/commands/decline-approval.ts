import type { DecisionOutcome } from "@/lib/approvals/approval-views";
import { inTransaction } from "@/server/platform/transaction";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readDecision } from "./decision-input";
import { writeApprovalEnd } from "./end-approval";
import { lockForDecision } from "./lock-for-decision";

/** Declines a request, with a reason: nothing is sent, and its reservation is released. Never one's own request. */
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
