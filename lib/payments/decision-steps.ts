import type { DecisionView } from "./payment-detail-view";

type Rule = DecisionView["rules"][number];
type Attempt = DecisionView["attempts"][number];

/** A gateway of a rule. `order`: when it was tried, from 1; null when it was not. Share and rate from 0 to 1. */
export type DecisionBranch = {
  gateway: string;
  order: number | null;
  attempt: Attempt | null;
  share: number | null;
  rate: number | null;
};

export type DecisionStep = {
  name: string;
  outcome: Rule["outcome"];
  mismatches: Rule["mismatches"];
  branches: DecisionBranch[];
};

/**
 * The decision in the order in which it was made: the rules, and for each the gateways that it tried, then those that it
 * could have chosen. Attempts of a rule that is not listed form steps of their own at the end.
 */
export function decisionSteps({ rules, attempts, successRates }: DecisionView): DecisionStep[] {
  const numbered = attempts.map((attempt, index) => ({ attempt, order: index + 1 }));
  const branchesOf = (name: string): DecisionBranch[] => {
    const known = successRates.find(({ ruleName }) => ruleName === name)?.gateways ?? [];
    const tried = numbered.filter(({ attempt }) => attempt.ruleName === name);
    const others = known.filter(({ gateway }) => tried.every(({ attempt }) => attempt.gateway !== gateway));
    const ratesOf = (gateway: string): Pick<DecisionBranch, "share" | "rate"> => {
      const rates = known.find((one) => one.gateway === gateway);
      return { share: rates?.share ?? null, rate: rates?.rate ?? null };
    };
    return [
      ...tried.map(({ attempt, order }) => ({
        gateway: attempt.gateway,
        order,
        attempt,
        ...ratesOf(attempt.gateway),
      })),
      ...[...others]
        .sort((a, b) => b.share - a.share)
        .map(({ gateway }) => ({ gateway, order: null, attempt: null, ...ratesOf(gateway) })),
    ];
  };
  const listed = rules.map(({ name, outcome, mismatches }) => ({
    name,
    outcome,
    mismatches,
    branches: outcome === "matched" ? branchesOf(name) : [],
  }));
  const named = new Set(rules.filter(({ outcome }) => outcome === "matched").map(({ name }) => name));
  const unlisted = new Set(attempts.map(({ ruleName }) => ruleName).filter((name) => !named.has(name)));
  return [
    ...listed,
    ...[...unlisted].map(
      (name): DecisionStep => ({ name, outcome: "matched", mismatches: [], branches: branchesOf(name) }),
    ),
  ];
}
