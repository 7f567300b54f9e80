import type { ApprovalRuleView } from "./approval-views";

/** The currency of a rule that applies to every currency without its own rule. */
export const OTHER_CURRENCIES = "*";

type ApprovalGap = {
  role: "finance" | "admin";
  /**
   * No threshold at all: nothing needs approval. Or thresholds, but none for other currencies: all of those need
   * approval.
   */
  kind: "no_limit" | "others_need_approval";
};

/** What the thresholds leave open, by role. A role with a threshold for all other currencies has no gap. */
export function approvalGaps(rules: readonly ApprovalRuleView[]): ApprovalGap[] {
  return (["finance", "admin"] as const).flatMap((role): ApprovalGap[] => {
    const own = rules.filter((rule) => rule.role === role);
    if (own.length === 0) return [{ role, kind: "no_limit" }];
    return own.some(({ currency }) => currency === OTHER_CURRENCIES)
      ? []
      : [{ role, kind: "others_need_approval" }];
  });
}

/** What applies to a rule's refunds after the rule is removed. */
type AfterRemoval = "strictest" | "no_limit" | "others_limit" | "need_approval" | "others_need_approval";

export function afterRemoval(rules: readonly ApprovalRuleView[], rule: ApprovalRuleView): AfterRemoval {
  const rest = rules.filter(({ role, currency }) => role === rule.role && currency !== rule.currency);
  // A composed role is never without one because its own are gone.
  if (rest.length === 0) return rule.roleName === null ? "no_limit" : "strictest";
  if (rule.currency === OTHER_CURRENCIES) return "others_need_approval";
  return rest.some(({ currency }) => currency === OTHER_CURRENCIES) ? "others_limit" : "need_approval";
}
