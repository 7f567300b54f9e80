import type { DecisionOutcome } from "@/lib/approvals/approval-views";
import { inTransaction } from "@/server/platform/transaction";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { lockApproval } from "../store/approvals";
import { readDecision } from "./decision-input";
import { writeApprovalEnd } from "./end-approval";
import { expireIfOver } from "./lock-for-decision";

/** Withdraws one's own request while it is undecided: nothing is sent, and its reservation is released. */
export async function withdrawApproval(ctx: Ctx, input: unknown): Promise<DecisionOutcome> {
  const parsed = readDecision(input, { isNoteNeeded: false });
  const subject = { kind: "approval", id: parsed.ok ? parsed.value.approvalId : "" } as const;
  if (!(await authorize(ctx, "view_refunds", subject))) return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;
  const { approvalId, note } = parsed.value;

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db) => {
    const approval = await lockApproval(db, approvalId);
    if (approval === null) return { kind: "not_found" };
    if (approval.requestedById !== ctx.actor.userId) return { kind: "not_own" };
    if (approval.state !== "WAITING") return { kind: "not_waiting", state: approval.state };
    if (await expireIfOver(db, approval, at)) return { kind: "not_waiting", state: "EXPIRED" };
    await writeApprovalEnd(
      db,
      approval,
      { state: "WITHDRAWN", at, decidedById: ctx.actor.userId, note },
      ctx,
    );
    return { kind: "withdrawn" };
  });
}
