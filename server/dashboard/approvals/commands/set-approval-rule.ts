import { z } from "zod";
import { OTHER_CURRENCIES } from "@/lib/approvals/approval-gaps";
import type { RuleOutcome } from "@/lib/approvals/approval-views";
import { isPreset, roleText } from "@/lib/can";
import { parseCurrency } from "@/lib/contract/currencies";
import { formatPaise } from "@/lib/money";
import { parseTypedAmount } from "@/lib/typed-amount";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import {
  APPROVAL_ROLES,
  canNeedApproval,
  type ApprovalRule,
  MAX_LIFETIME_MINUTES,
  MIN_LIFETIME_MINUTES,
} from "../domain/approval";
import { lockRole } from "../../people/store";
import { findApprovalRule, lockApprovalRules, putApprovalRule } from "../store/approval-rules";

/** A preset that refunds, or the id of a composed role. */
export const approvalRoleSchema = z.union([z.enum(APPROVAL_ROLES), z.uuid().toLowerCase()]);

const inputSchema = z.object({
  role: approvalRoleSchema,
  currency: z.string(),
  threshold: z.string(),
  lifetimeMinutes: z.string(),
});

/**
 * Sets the amount above which a role's refunds need approval, in one currency or in all currencies without a threshold
 * of their own; replaces the earlier one. Waiting requests keep the threshold that they were evaluated by. The audit
 * entry holds the old and the new.
 */
export async function setApprovalRule(ctx: Ctx, input: unknown): Promise<RuleOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subjectId = parsed.success ? `${parsed.data.role} ${parsed.data.currency}` : "";
  const isAllowed = await authorize(ctx, "manage_approval_rules", { kind: "approval_rule", id: subjectId });
  if (!isAllowed) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid", field: "form", fault: "incomplete" };

  const typed = parsed.data.currency.trim();
  const currency = typed === OTHER_CURRENCIES ? typed : parseCurrency(typed);
  if (currency === null) return { kind: "invalid", field: "currency", fault: "unknown_currency" };
  const threshold = parseTypedAmount(parsed.data.threshold, currency === OTHER_CURRENCIES ? null : currency);
  if (!threshold.ok) return { kind: "invalid", field: "threshold", fault: "not_an_amount" };
  const lifetimeMinutes = readLifetime(parsed.data.lifetimeMinutes);
  if (lifetimeMinutes === null) return { kind: "invalid", field: "lifetime", fault: "out_of_range" };

  const rule = { role: parsed.data.role, currency, thresholdPaise: threshold.value, lifetimeMinutes };
  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<RuleOutcome> => {
    await lockApprovalRules(db);
    // Locked: a role that is deleted meanwhile takes its thresholds with it.
    const role = isPreset(rule.role) ? rule.role : await lockRole(db, rule.role);
    if (role === null || !canNeedApproval(role)) return { kind: "role_gone" };
    const before = await findApprovalRule(db, rule.role, rule.currency);
    await putApprovalRule(db, rule, { changedById: ctx.actor.userId, changedAt: at });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "approval_rule_set",
      subject: { kind: "approval_rule", id: `${roleText(role)} ${rule.currency}` },
      detail: { before: ruleText(before), after: ruleText(rule) },
      requestId: ctx.requestId,
    });
    return { kind: "saved" };
  });
}

/** A rule in one line, for the audit log. */
export function ruleText(rule: ApprovalRule | null): string | null {
  if (rule === null) return null;
  const { currency, thresholdPaise, lifetimeMinutes } = rule;
  const name = currency === OTHER_CURRENCIES ? "all other currencies" : currency;
  return `above ${name} ${formatPaise(thresholdPaise)}, waits ${String(lifetimeMinutes)} min`;
}

function readLifetime(text: string): number | null {
  if (!/^[0-9]{1,6}$/.test(text)) return null;
  const minutes = Number.parseInt(text, 10);
  return minutes >= MIN_LIFETIME_MINUTES && minutes <= MAX_LIFETIME_MINUTES ? minutes : null;
}
