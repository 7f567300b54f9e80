import type { ApprovalView } from "@/lib/approvals/approval-views";
import type { Ctx } from "../../context";
import { type Approval, presentApproval } from "../domain/approval";
import { countTestRows } from "../store/approvals";

/** Requests as the viewer sees them. The test rows of bulk runs are counted in one query. */
export async function presentApprovals(ctx: Ctx, approvals: readonly Approval[]): Promise<ApprovalView[]> {
  const mixed = approvals.filter(({ kind, isTest }) => kind === "bulk" && !isTest).map(({ id }) => id);
  const testRows = await countTestRows(ctx.pool, mixed);
  return approvals.map((approval) =>
    presentApproval(approval, ctx.actor.userId, testRows.get(approval.id) ?? 0),
  );
}
