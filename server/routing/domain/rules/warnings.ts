import type { RuleSet } from "./rule";

/** What a rule set allows but probably does not intend. */
export type RuleWarning =
  | { kind: "no_active_rule" }
  | { kind: "rule_is_over"; ruleId: string; until: Date }
  /** The rule weighs fees, and nobody has entered those of these gateways. */
  | { kind: "fee_unknown"; ruleId: string; gateways: readonly string[] };

/** `at`: the moment from which a rule's active times are checked. `hasFees`: whether any fee of the gateway is known. */
export function warningsOf(ruleSet: RuleSet, at: Date, hasFees: (gateway: string) => boolean): RuleWarning[] {
  const active = ruleSet.rules.filter((rule) => rule.isActive);
  const over = active.flatMap((rule): RuleWarning[] => {
    const until = rule.activeTimes?.until ?? null;
    const isOver = until !== null && until.getTime() <= at.getTime();
    return isOver ? [{ kind: "rule_is_over", ruleId: rule.id, until }] : [];
  });
  const unknown = active.flatMap(({ id, target }): RuleWarning[] => {
    if (target.kind !== "success_rate" || target.costWithin === 0) return [];
    const gateways = target.gateways.filter((gateway) => !hasFees(gateway));
    return gateways.length === 0 ? [] : [{ kind: "fee_unknown", ruleId: id, gateways }];
  });
  const none: RuleWarning[] = over.length === active.length ? [{ kind: "no_active_rule" }] : [];
  return [...none, ...over, ...unknown];
}
