import type { ExperimentPart } from "../experiments/part";
import type { Routing, RuleVerdict } from "../rules/route";
import type { SegmentShares } from "../success-rate/shares";

/** The outcome for one gateway that a matching rule names. */
export type GatewayAttempt = { ruleId: string; gateway: string } & (
  | { outcome: "opened" }
  | { outcome: "failed"; cause: "refused" | "unavailable"; message: string }
  /** It was not called: not configured, circuit open, or no time left. */
  | { outcome: "skipped"; message: string }
);

/** The stored reason why a gateway was skipped after others that took too long. */
export const NO_TIME_LEFT = "no time left: the gateways before it took too long";

/** Why routing chose a gateway for a payment; stored with the record, for people who have to explain it. */
export type RoutingDecision = {
  /** Null for rules that are only evaluated, and not saved. */
  ruleSetVersion: number | null;
  verdicts: readonly RuleVerdict[];
  attempts: readonly GatewayAttempt[];
  /** What each matching rule that follows success rates knew of its gateways. */
  shares: readonly (SegmentShares & { ruleId: string })[];
  /** The gateways that were put last, because they declined an earlier attempt (decision 0031). */
  avoided: readonly string[];
  /** Its part in an experiment with other rules (decision 0318); null for most payments. */
  experiment: ExperimentPart | null;
};

/** A rule may fail on fifty conditions, and each payment stores every rule's verdict. The simulation shows all. */
const MAX_KEPT_MISMATCHES = 5;

/** The decision as stored with its payment. */
export function decisionOf(routing: Routing, attempts: readonly GatewayAttempt[]): RoutingDecision {
  return {
    ruleSetVersion: routing.ruleSetVersion,
    verdicts: routing.verdicts.map((verdict) => ({
      ...verdict,
      mismatches: verdict.mismatches.slice(0, MAX_KEPT_MISMATCHES),
    })),
    attempts,
    avoided: routing.avoided,
    experiment: routing.experiment,
    shares: routing.matching.flatMap(({ ruleId, shares }) =>
      shares === null ? [] : [{ ruleId, ...shares }],
    ),
  };
}
