import type { ApprovalPage, ApprovalReading, Reading } from "@/lib/all-accounts/views";
import { roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import { listApprovals } from "@/server/dashboard/approvals/queries/list-approvals";
import type { Ctx } from "@/server/dashboard/context";
import { readOf } from "./reading";

/** Approvals of one account that wait for this person, who may not decide their own: those of the first page of its list. */
export async function readApprovals(ctx: Ctx): Promise<ApprovalReading> {
  if (!roleAllows(ctx.actor.role, "approve_refund")) return { kind: "forbidden" };
  // Which its list needs too.
  return readOf(ctx, "view_refunds", async (): Promise<Reading<ApprovalPage>> => ({
    kind: "read",
    value: await waiting(ctx),
  }));
}

async function waiting(ctx: Ctx): Promise<ApprovalPage> {
  const { approvals, nextCursor } = await listApprovals(ctx, { tab: "waiting" });
  return {
    entries: approvals
      .filter(({ isOwn, isFromOwnRequest }) => !isOwn && !isFromOwnRequest)
      .map(({ approvalId, subject, rowCount, totals, testRows, requestedAt }) => ({
        id: approvalId,
        reference: subject.kind === "refund" ? subject.reference : null,
        rows: rowCount,
        money: totals.map(({ amount, currency }) => ({ amount, currency })),
        isTest: testRows === rowCount,
        since: requestedAt,
        href: paths.approval(approvalId),
      })),
    hasMore: nextCursor !== null,
    gap: null,
  };
}
