import { changesBetween } from "@/lib/rules/changes";
import type { RuleExperimentView } from "@/server/dashboard/rules/queries/rule-experiments";
import { AT, PERSON } from "../data";
import { cards, RULES } from "./data";

export { RULES };

export const SHADOW_RESULT: NonNullable<RuleExperimentView["shadow_result"]> = {
  payments: 3_120,
  moved: 1_204,
  current_rate: 0.882,
  expected_rate: 0.909,
  interval: { difference: 0.027, low: 0.011, high: 0.043 },
  gateways: [
    { gateway: "razorpay", now: 2_010, would: 1_180 },
    { gateway: "stripe", now: 1_110, would: 1_928 },
    { gateway: null, now: 0, would: 12 },
  ],
  fees: [
    {
      currency: "INR",
      missing: [],
      current: { share: 0.0212, per_payment: "42.18" },
      candidate: { share: 0.0196, per_payment: "38.90" },
      interval: { difference: -0.0016, low: -0.0021, high: -0.0011 },
    },
    { currency: "USD", missing: ["razorpay", "stripe"], current: null, candidate: null, interval: null },
  ],
};
export const TRIAL: NonNullable<RuleExperimentView["trial"]> = {
  share_percent: 10,
  guardrail_points: 3,
  started_at: AT,
  started_by: PERSON,
};
export const TRIAL_RESULT: NonNullable<RuleExperimentView["trial_result"]> = {
  current: { payments: 2_790, successes: 2_461, abandoned: 212 },
  candidate: { payments: 330, successes: 297, abandoned: 1 },
  same: 210,
  unmatched: 0,
  interval: { difference: 0.018, low: -0.029, high: 0.065 },
};

const rules = RULES.map((rule) =>
  rule.id === cards.id
    ? {
        ...cards,
        target: {
          kind: "success_rate" as const,
          gateways: ["stripe", "razorpay"],
          floor_percent: 2,
          shift_percent: 10,
        },
      }
    : rule,
);
export const EXPERIMENT: RuleExperimentView = {
  id: 3,
  base_version: 7,
  promoted: null,
  rules,
  changes: changesBetween(RULES, rules),
  author: PERSON,
  note: "More cards through the gateway that declines fewer.",
  started_at: AT,
  is_open: true,
  trial: null,
  ended: null,
  shadow_result: SHADOW_RESULT,
  trial_result: null,
};
