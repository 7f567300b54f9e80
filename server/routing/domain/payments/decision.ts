import type { Routing, RuleVerdict } from "../rules/route";

/** What became of one gateway that a matching rule names. */
export type GatewayAttempt = { ruleId: string; gateway: string } & (
  | { outcome: "opened" }
  | { outcome: "failed"; cause: "refused" | "unavailable"; message: string }
  /** It was not asked: not configured, resting after failures, or no time was left. */
  | { outcome: "skipped"; message: string }
);

/** Why a payment went where it went: kept with the record, for the people who are asked about it. */
export type RoutingDecision = {
  /** Null for payments that are older than the versions. */
  ruleSetVersion: number | null;
  verdicts: readonly RuleVerdict[];
  attempts: readonly GatewayAttempt[];
};

/** A rule may fail on fifty conditions, and each payment keeps every rule's verdict. The simulation tells all. */
const MAX_KEPT_MISMATCHES = 5;

/** The decision as it is kept with its payment. */
export function decisionOf(routing: Routing, attempts: readonly GatewayAttempt[]): RoutingDecision {
  return {
    ruleSetVersion: routing.ruleSetVersion,
    verdicts: routing.verdicts.map((verdict) => ({
      ...verdict,
      mismatches: verdict.mismatches.slice(0, MAX_KEPT_MISMATCHES),
    })),
    attempts,
  };
}
