import type { RoutingDecision } from "../payments/decision";
import type { RuleGateways } from "./route";

/** The rule that matches a payment and the gateway tried first; both null when no rule matches. */
export type FirstChoice = { ruleId: string | null; gateway: string | null };

/**
 * The first choice, whatever its outcome: a payment whose first gateway failed or was skipped does not count as
 * rerouted. A record whose process died before any attempt has only its rule.
 */
export function firstChoiceThen(decision: Pick<RoutingDecision, "verdicts" | "attempts">): FirstChoice {
  const [first] = decision.attempts;
  if (first !== undefined) return { ruleId: first.ruleId, gateway: first.gateway };
  const matched = decision.verdicts.find(({ outcome }) => outcome === "matched");
  return { ruleId: matched?.ruleId ?? null, gateway: null };
}

export function firstChoiceNow(matching: readonly RuleGateways[]): FirstChoice {
  const [first] = matching;
  return { ruleId: first?.ruleId ?? null, gateway: first?.gateways[0] ?? null };
}

export function isSameChoice(then: FirstChoice, now: FirstChoice): boolean {
  return then.ruleId === now.ruleId && then.gateway === now.gateway;
}

export type Tally = { name: string | null; then: number; now: number };

/** How many payments each gateway or rule got then and would get now, sorted by the number now, highest first. */
export function tally(
  key: keyof FirstChoice,
  choices: readonly { then: FirstChoice; now: FirstChoice }[],
): Tally[] {
  const counts = new Map<string | null, { then: number; now: number }>();
  const countOf = (name: string | null): { then: number; now: number } => {
    const known = counts.get(name) ?? { then: 0, now: 0 };
    counts.set(name, known);
    return known;
  };
  for (const { then, now } of choices) {
    countOf(then[key]).then += 1;
    countOf(now[key]).now += 1;
  }
  return [...counts]
    .map(([name, count]) => ({ name, ...count }))
    .sort((a, b) => b.now - a.now || b.then - a.then || ((a.name ?? "") < (b.name ?? "") ? -1 : 1));
}
