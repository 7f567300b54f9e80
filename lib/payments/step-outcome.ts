import type { DecisionView } from "./payment-detail-view";

type Rule = Pick<DecisionView["rules"][number], "outcome">;

/** `failover`: it matched after the rule that decides. */
export type StepOutcome = Rule["outcome"] | "failover";

/** The first rule that matches decides; of a later one the gateways are tried after those above it (decision 0031). */
export function stepOutcome(rules: readonly Rule[], { outcome }: Rule, index: number): StepOutcome {
  const isLater = rules.slice(0, index).some((rule) => rule.outcome === "matched");
  return outcome === "matched" && isLater ? "failover" : outcome;
}
