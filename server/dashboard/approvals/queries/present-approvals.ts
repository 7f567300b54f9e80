import type { ApprovalView } from "@/lib/approvals/approval-views";
import { findRunNames, findRunsThatFulfil, largestRequestedAmounts } from "../../bulk/store";
import type { Ctx } from "../../context";
import { type Approval, presentApproval } from "../domain/approval";
import { countTestRows } from "../store/approvals";

/** Requests as the viewer sees them. What they show of bulk runs is read in one query each. */
export async function presentApprovals(ctx: Ctx, approvals: readonly Approval[]): Promise<ApprovalView[]> {
  const ofRuns = approvals.filter((approval) => approval.kind === "bulk");
  const mixed = ofRuns.filter(({ isTest }) => !isTest).map(({ id }) => id);
  const waiting = ofRuns.filter(({ state }) => state === "WAITING").map(({ runId }) => runId);
  const [testRows, names, largest, fulfilling] = await Promise.all([
    countTestRows(ctx.pool, mixed),
    findRunNames(
      ctx.pool,
      ofRuns.map(({ runId }) => runId),
    ),
    largestRequestedAmounts(
      ctx.pool,
      ofRuns.map(({ id, runId, requestedAt }) => ({ approvalId: id, runId, requestedAt })),
    ),
    findRunsThatFulfil(ctx.pool, waiting, ctx.actor.userId),
  ]);
  return approvals.map((approval) =>
    presentApproval(approval, ctx.actor.userId, {
      name: approval.kind === "bulk" ? (names.get(approval.runId) ?? null) : null,
      testRows: testRows.get(approval.id) ?? 0,
      largestPaise: new Map(
        largest
          .filter(({ approvalId }) => approvalId === approval.id)
          .map(({ currency, amountPaise }) => [currency, amountPaise]),
      ),
      fulfilsOwn: approval.kind === "bulk" && fulfilling.has(approval.runId),
    }),
  );
}
