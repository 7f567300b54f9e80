import { z } from "zod";
import type { ApprovalDetailView } from "@/lib/approvals/approval-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentIntent } from "../../refunds/domain";
import { findApproval as findStored } from "../store/approvals";
import { findIntent } from "../../refunds/store";
import { presentApprovals } from "./present-approvals";

const idSchema = z.uuid();

/** One request with the refund made from it; null when none has this id. */
export async function findApproval(ctx: Ctx, approvalId: string): Promise<ApprovalDetailView | null> {
  await requirePermission(ctx, "view_refunds", { kind: "approval", id: approvalId });
  const id = idSchema.safeParse(approvalId);
  if (!id.success) return null;
  const approval = await findStored(ctx.pool, id.data);
  if (approval === null) return null;
  const intent = approval.state === "APPROVED" ? await findIntent(ctx.pool, approval.id) : null;
  const [view] = await presentApprovals(ctx, [approval]);
  return view === undefined
    ? null
    : { approval: view, refund: intent === null ? null : presentIntent(intent) };
}
