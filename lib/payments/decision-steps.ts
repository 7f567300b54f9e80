import type { DecisionView } from "./payment-detail-view";
import { stepOutcome, type StepOutcome } from "./step-outcome";

type Rule = DecisionView["rules"][number];
type Attempt = DecisionView["attempts"][number];

/** A gateway of a rule. `order`: when it was tried, from 1; null when it was not. `share`: from 0 to 1. */
export type DecisionBranch = {
  gateway: string;
  order: number | null;
  attempt: Attempt | null;
  share: number | null;
};

export type DecisionStep = Omit<Rule, "outcome"> & { outcome: StepOutcome; branches: DecisionBranch[] };

/**
 * The decision in the order in which it was made: the rules, and for each the gateways that it tried, then those that it
 * could have chosen. Attempts of a rule that is not listed form steps of their own at the end.
 */
export function decisionSteps({ rules, attempts, successRates }: DecisionView): DecisionStep[] {
  const numbered = attempts.map((attempt, index) => ({ attempt, order: index + 1 }));
  const branchesOf = (id: string): DecisionBranch[] => {
    const known = successRates.find(({ ruleId }) => ruleId === id)?.gateways ?? [];
    const tried = numbered.filter(({ attempt }) => attempt.ruleId === id);
    const others = known.filter(({ gateway }) => tried.every(({ attempt }) => attempt.gateway !== gateway));
    return [
      ...tried.map(({ attempt, order }) => ({
        gateway: attempt.gateway,
        order,
        attempt,
        share: known.find(({ gateway }) => gateway === attempt.gateway)?.share ?? null,
      })),
      ...[...others]
        .sort((a, b) => b.share - a.share)
        .map(({ gateway, share }) => ({ gateway, order: null, attempt: null, share })),
    ];
  };
  const matched = new Set(rules.filter(({ outcome }) => outcome === "matched").map(({ id }) => id));
  const unlisted = new Map(
    attempts.filter(({ ruleId }) => !matched.has(ruleId)).map(({ ruleId, ruleName }) => [ruleId, ruleName]),
  );
  const followed: Rule[] = [...unlisted].map(([id, name]) => ({
    id,
    name,
    outcome: "matched",
    mismatches: [],
  }));
  const all = [...rules, ...followed];
  return all.map((rule, index) => ({
    ...rule,
    outcome: stepOutcome(all, rule, index),
    branches: matched.has(rule.id) || unlisted.has(rule.id) ? branchesOf(rule.id) : [],
  }));
}
