import type { RefundingRole } from "@/lib/approvals/approval-views";
import { roleAllows } from "@/lib/can";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listRoles } from "../../people/store";

/** The composed roles for which a threshold can be set, by name. */
export async function listRefundingRoles(ctx: Ctx): Promise<RefundingRole[]> {
  await requirePermission(ctx, "manage_approval_rules", { kind: "approval_rule", id: "" });
  return (await listRoles(ctx.pool))
    .filter((role) => roleAllows(role, "refund_payment"))
    .map(({ id, name }) => ({ id, name }));
}
