import type { RuleVerdict } from "./rule";

/** What one gateway answered when it was asked for a checkout. */
export type GatewayAttempt = {
  ruleId: number;
  gateway: string;
  outcome: "opened" | "failed";
  message: string | null;
};

/** Why a payment went where it went: kept with the record, for the people who are asked about it. */
export type RoutingDecision = { verdicts: readonly RuleVerdict[]; attempts: readonly GatewayAttempt[] };
