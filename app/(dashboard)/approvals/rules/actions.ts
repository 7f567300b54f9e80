"use server";

import type { RuleOutcome } from "@/lib/approvals/approval-views";
import { removeApprovalRule } from "@/server/dashboard/approvals/commands/remove-approval-rule";
import { setApprovalRule } from "@/server/dashboard/approvals/commands/set-approval-rule";
import { currentCtx } from "@/server/dashboard/context";

export async function setRuleAction(input: {
  role: string;
  currency: string;
  threshold: string;
  lifetimeMinutes: string;
}): Promise<RuleOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : setApprovalRule(ctx, input);
}

export async function removeRuleAction(input: { role: string; currency: string }): Promise<RuleOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : removeApprovalRule(ctx, input);
}
