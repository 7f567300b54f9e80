import type { ApprovalRuleView } from "@/lib/approvals/approval-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentRule } from "../domain/approval";
import { listApprovalRules as listStored } from "../store/approval-rules";

/** The thresholds above which refunds need approval; empty while no admin has set one. */
export async function listApprovalRules(ctx: Ctx): Promise<ApprovalRuleView[]> {
  await requirePermission(ctx, "manage_approval_rules", { kind: "approval_rule", id: "" });
  return (await listStored(ctx.pool)).map(presentRule);
}
