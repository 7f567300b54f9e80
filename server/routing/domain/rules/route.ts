import type { ExperimentPart } from "../experiments/part";
import type { RoutingFacts } from "../payments/payment";
import { isActiveAt } from "./active-times";
import { type Mismatch, mismatchesOf } from "./condition";
import type { RoutingRule, RuleSet } from "./rule";
import type { SegmentShares, SharesOf } from "../success-rate/shares";
import { orderBySuccess } from "../success-rate/order";
import { orderByShare, type Scatter } from "./split";

/** The verdict of one rule on one payment. `mismatches` is empty unless the outcome is `not_matched`. */
export type RuleVerdict = {
  ruleId: string;
  ruleName: string;
  outcome: "matched" | "not_matched" | "inactive" | "outside_active_times";
  mismatches: readonly Mismatch[];
};

/** A rule that matches a payment, and its gateways in the order in which they are tried. */
export type RuleGateways = { ruleId: string; gateways: readonly string[] };

export type MatchingRule = RuleGateways & {
  /** What the order follows, where it follows success rates; null where it does not, or nothing is known yet. */
  shares: SegmentShares | null;
};

export type Routing = {
  ruleSetVersion: number | null;
  /** The first one decides, the others are its failover (decision 0031). */
  matching: readonly MatchingRule[];
  verdicts: readonly RuleVerdict[];
  /** The gateways that were put last, because they declined an earlier attempt. */
  avoided: readonly string[];
  /** Null without an open experiment. */
  experiment: ExperimentPart | null;
};

/** Every gateway of the matching rules once, in the order in which they are tried: one that failed would fail again. */
export function gatewayOrder(matching: readonly RuleGateways[]): { ruleId: string; gateway: string }[] {
  const seen = new Set<string>();
  return matching.flatMap(({ ruleId, gateways }) =>
    gateways.flatMap((gateway) => {
      if (seen.has(gateway)) return [];
      seen.add(gateway);
      return [{ ruleId, gateway }];
    }),
  );
}

/** The inputs of an evaluation besides the payment. */
export type RoutingMoment = { at: Date; scatter: Scatter; sharesOf: SharesOf };

/**
 * Puts these gateways after all others, in this order: they declined an earlier attempt of the same reference for a
 * reason that another gateway may not have (decision 0031). They stay the last resort.
 */
export function avoiding(routing: Routing, gateways: readonly string[]): Routing {
  const order = gatewayOrder(routing.matching);
  const avoided = gateways.flatMap((gateway) => order.filter((place) => place.gateway === gateway));
  if (avoided.length === 0 || order.length === 1) return routing;
  const isAvoided = (gateway: string): boolean => avoided.some((place) => place.gateway === gateway);
  const first = routing.matching.map((rule) => ({
    ...rule,
    gateways: rule.gateways.filter((gateway) => !isAvoided(gateway)),
  }));
  const last = avoided.map(({ ruleId, gateway }) => ({ ruleId, gateways: [gateway], shares: null }));
  return { ...routing, matching: [...first, ...last], avoided: avoided.map(({ gateway }) => gateway) };
}

/** Evaluates every rule of a set, in order (specification 1). */
export function route(ruleSet: RuleSet, facts: RoutingFacts, moment: RoutingMoment): Routing {
  const evaluated = ruleSet.rules.map((rule) => ({ rule, verdict: evaluateRule(rule, facts, moment.at) }));
  return {
    ruleSetVersion: ruleSet.version,
    verdicts: evaluated.map(({ verdict }) => verdict),
    matching: evaluated
      .filter(({ verdict }) => verdict.outcome === "matched")
      .map(({ rule }) => ({ ruleId: rule.id, ...gatewaysOf(rule, facts, moment) })),
    avoided: [],
    experiment: null,
  };
}

function evaluateRule(rule: RoutingRule, facts: RoutingFacts, at: Date): RuleVerdict {
  const about = { ruleId: rule.id, ruleName: rule.name };
  if (!rule.isActive) return { ...about, outcome: "inactive", mismatches: [] };
  if (rule.activeTimes !== null && !isActiveAt(rule.activeTimes, at)) {
    return { ...about, outcome: "outside_active_times", mismatches: [] };
  }
  const mismatches = rule.condition === null ? [] : mismatchesOf(rule.condition, facts);
  return { ...about, outcome: mismatches.length === 0 ? "matched" : "not_matched", mismatches };
}

function gatewaysOf(
  { id, target }: RoutingRule,
  facts: RoutingFacts,
  { scatter, sharesOf }: RoutingMoment,
): Omit<MatchingRule, "ruleId"> {
  switch (target.kind) {
    case "ordered":
      return { gateways: target.gateways, shares: null };
    case "split":
      return { gateways: orderByShare(target.shares, facts.reference, scatter), shares: null };
    case "success_rate": {
      const shares = sharesOf(id, facts);
      return { gateways: orderBySuccess(target, shares, facts.reference, scatter), shares };
    }
  }
}
