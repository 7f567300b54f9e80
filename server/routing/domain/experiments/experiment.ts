import type { RoutingFacts } from "../payments/payment";
import { firstChoiceNow } from "../rules/replay";
import { gatewayOrder, type MatchingRule, route, type Routing, type RoutingMoment } from "../rules/route";
import type { RoutingRule, RuleSet } from "../rules/rule";
import type { Scatter } from "../rules/split";
import type { TrialArm, TrialEffect } from "./part";

/** An open experiment, as a decision needs it. `share`: of the payments that the candidate rules decide, a fraction. */
export type OpenExperiment = {
  id: number;
  rules: readonly RoutingRule[];
} & ({ phase: "shadow" } | { phase: "trial"; share: number });

/** The id under which the shares of a candidate rule are kept: not those of the rule in force with the same id. */
export function candidateRuleId(experimentId: number, ruleId: string): string {
  return `${candidateRulesOf(experimentId)}${ruleId}`;
}

/** What the ids of an experiment's candidate rules begin with. No rule's own id has a colon. */
export function candidateRulesOf(experimentId: number): string {
  return `experiment-${experimentId}:`;
}

/**
 * The arm is drawn by a hash of the reference, not of the payment's id: all attempts of one reference are one
 * customer's, and belong to the same arm. The hash contains the number of the experiment, so that each one draws anew.
 */
export function armOf(
  experiment: { id: number; share: number },
  reference: string,
  scatter: Scatter,
): TrialArm {
  return scatter(`experiment ${experiment.id}\n${reference}`) <= experiment.share ? "candidate" : "current";
}

/**
 * Evaluates a payment against the rules in force, and where an experiment is open also against the candidate rules, or
 * in a trial first against the candidate rules. Candidate rules refuse no payment: the gateways of those in force come
 * after theirs.
 */
export function routeWithExperiment(
  ruleSet: RuleSet,
  experiment: OpenExperiment | null,
  facts: RoutingFacts,
  moment: RoutingMoment,
): Routing {
  if (experiment === null) return route(ruleSet, facts, moment);
  const { id } = experiment;
  const byCandidate = (): Routing =>
    route({ version: ruleSet.version, rules: experiment.rules }, facts, {
      ...moment,
      sharesOf: (ruleId, of) => moment.sharesOf(candidateRuleId(id, ruleId), of),
    });
  if (experiment.phase === "shadow") {
    const { matching } = byCandidate();
    const failover = gatewayOrder(matching)
      .slice(1)
      .map(({ gateway }) => gateway);
    return {
      ...route(ruleSet, facts, moment),
      experiment: { id, phase: "shadow", ...firstChoiceNow(matching), failover },
    };
  }
  const arm = armOf(experiment, facts.reference, moment.scatter);
  const current = route(ruleSet, facts, moment);
  const candidate = byCandidate();
  const effect = effectOf(current, candidate);
  const routing =
    arm === "current" || effect === "unmatched"
      ? current
      : { ...candidate, matching: [...candidate.matching, ...current.matching.map(withoutShares)] };
  return { ...routing, experiment: { id, phase: "trial", arm, effect } };
}

function effectOf(current: Routing, candidate: Routing): TrialEffect {
  if (candidate.matching.length === 0) return "unmatched";
  if (current.matching.length === 0) return "refused_now";
  const isSame = firstChoiceNow(candidate.matching).gateway === firstChoiceNow(current.matching).gateway;
  return isSame ? "same" : "moved";
}

/** Drops the shares of a rule that only comes after others: they did not decide. */
function withoutShares(rule: MatchingRule): MatchingRule {
  return { ...rule, shares: null };
}
