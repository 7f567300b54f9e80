import type { ApprovalRuleView } from "./approval-views";

/** Stands for a currency in a rule: every currency that has no rule of its own. */
export const OTHER_CURRENCIES = "*";

export type ApprovalGap = {
  role: ApprovalRuleView["role"];
  /** No limit at all: nothing waits. Or limits, but none for other currencies: everything in those waits. */
  kind: "no_limit" | "others_need_approval";
};

/** What the limits leave open, role by role. A role with a limit for all other currencies has no gap. */
export function approvalGaps(rules: readonly ApprovalRuleView[]): ApprovalGap[] {
  return (["finance", "admin"] as const).flatMap((role): ApprovalGap[] => {
    const own = rules.filter((rule) => rule.role === role);
    if (own.length === 0) return [{ role, kind: "no_limit" }];
    return own.some(({ currency }) => currency === OTHER_CURRENCIES)
      ? []
      : [{ role, kind: "others_need_approval" }];
  });
}

/** What holds for the refunds of a rule once it is removed. */
export type AfterRemoval = "no_limit" | "others_limit" | "need_approval" | "others_need_approval";

export function afterRemoval(rules: readonly ApprovalRuleView[], rule: ApprovalRuleView): AfterRemoval {
  const rest = rules.filter(({ role, currency }) => role === rule.role && currency !== rule.currency);
  if (rest.length === 0) return "no_limit";
  if (rule.currency === OTHER_CURRENCIES) return "others_need_approval";
  return rest.some(({ currency }) => currency === OTHER_CURRENCIES) ? "others_limit" : "need_approval";
}
