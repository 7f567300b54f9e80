import type { RuleSet } from "./rule";

/** What a rule set allows but probably does not intend. */
export type RuleWarning = { kind: "no_active_rule" } | { kind: "rule_is_over"; ruleId: string; until: Date };

/** `at`: the moment from which a rule's active times are checked. */
export function warningsOf(ruleSet: RuleSet, at: Date): RuleWarning[] {
  const active = ruleSet.rules.filter((rule) => rule.isActive);
  const over = active.flatMap((rule): RuleWarning[] => {
    const until = rule.activeTimes?.until ?? null;
    const isOver = until !== null && until.getTime() <= at.getTime();
    return isOver ? [{ kind: "rule_is_over", ruleId: rule.id, until }] : [];
  });
  return over.length === active.length ? [{ kind: "no_active_rule" }, ...over] : over;
}
