import { z } from "zod";
import type { RuleOutcome } from "@/lib/approvals/approval-views";
import { isPreset, roleText } from "@/lib/can";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { deleteApprovalRule, findApprovalRule, lockApprovalRules } from "../store/approval-rules";
import { lockRole } from "../../people/store";
import { approvalRoleSchema, ruleText } from "./set-approval-rule";

const inputSchema = z.object({ role: approvalRoleSchema, currency: z.string() });

/**
 * Removes a threshold. Refunds of the role in the currency are then evaluated by the one for all other currencies;
 * without it they all need approval, or none does if this was the role's last threshold. Waiting requests stay.
 */
export async function removeApprovalRule(ctx: Ctx, input: unknown): Promise<RuleOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = {
    kind: "approval_rule",
    id: parsed.success ? `${parsed.data.role} ${parsed.data.currency}` : "",
  } as const;
  if (!(await authorize(ctx, "manage_approval_rules", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid", field: "form", fault: "incomplete" };
  const { role, currency } = parsed.data;

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<RuleOutcome> => {
    await lockApprovalRules(db);
    const before = await findApprovalRule(db, role, currency);
    // Another person removed it first: the result is the same.
    if (before === null) return { kind: "removed" };
    await deleteApprovalRule(db, role, currency);
    const composed = isPreset(role) ? null : await lockRole(db, role);
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "approval_rule_removed",
      subject: composed === null ? subject : { ...subject, id: `${roleText(composed)} ${currency}` },
      detail: { before: ruleText(before), after: null },
      requestId: ctx.requestId,
    });
    return { kind: "removed" };
  });
}
