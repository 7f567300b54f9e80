import type { OpsResult } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";
import { AT, PERSON, REFERENCE, TRANSACTION_ID } from "../data";

export const GATEWAYS = ["stripe", "razorpay", "simulator"];

/** Every kind of condition and target, and active times. */
export const cards: WireRule = {
  id: "cards",
  name: "Cards above 1,000",
  priority: 10,
  active: true,
  conditions: {
    all: [
      { field: "payment_method", one_of: ["CC", "DC"] },
      { field: "amount", min: "1000.00", max: null },
      {
        any: [
          { field: "issuing_bank", one_of: ["HDFC", "ICICI"] },
          { field: "udf1", prefix: "store-" },
        ],
      },
    ],
  },
  target: { kind: "failover", gateways: ["stripe", "razorpay"] },
};
export const nights: WireRule = {
  id: "nights",
  name: "At night",
  priority: 20,
  active: true,
  active_times: {
    from: AT,
    until: null,
    windows: [{ time_zone: "Asia/Kolkata", days: ["SAT", "SUN"], from: "22:00", to: "06:00" }],
  },
  conditions: { field: "currency", one_of: ["INR", "USD"] },
  target: {
    kind: "split",
    shares: [
      { gateway: "stripe", weight: 70 },
      { gateway: "razorpay", weight: 30 },
    ],
  },
};
export const rest: WireRule = {
  id: "rest",
  name: "Everything else",
  priority: 30,
  active: false,
  conditions: null,
  target: { kind: "gateway", gateway: "razorpay" },
};
export const RULES = [cards, nights, rest];

export const current: OpsResult<"rules.current"> = {
  version: 7,
  author: PERSON,
  note: "Cards move to Stripe",
  restored_from: null,
  created_at: AT,
  rules: RULES,
};
/** What another person saved meanwhile. */
export const newer: OpsResult<"rules.current"> = {
  ...current,
  version: 8,
  author: "Vikram Shah",
  note: null,
  rules: [{ ...cards, name: "Cards above 500" }, rest],
};

export const simulated: OpsResult<"rules.simulate"> = {
  version: null,
  at: AT,
  rules: [
    {
      rule_id: "cards",
      rule_name: "Cards above 1,000",
      outcome: "not_matched",
      mismatches: [
        { field: "payment_method", wanted: "one of CC, DC", actual: "UPI" },
        { field: "issuing_bank", wanted: "one of HDFC, ICICI", actual: null },
      ],
    },
    { rule_id: "nights", rule_name: "At night", outcome: "outside_active_times", mismatches: [] },
    { rule_id: "rest", rule_name: "Everything else", outcome: "matched", mismatches: [] },
    { rule_id: "last", rule_name: "Last resort", outcome: "matched", mismatches: [] },
  ],
  gateways: [
    { rule_id: "rest", gateway: "razorpay", state: "closed", usable: true, reason: null },
    { rule_id: "rest", gateway: "stripe", state: "open", usable: false, reason: "Its circuit is open." },
  ],
};

export const replayed: OpsResult<"rules.replay"> = {
  version: null,
  replayed: 100,
  moved: 12,
  gateways: [
    { gateway: "stripe", then: 60, now: 48 },
    { gateway: null, then: 0, now: 12 },
  ],
  rules: [
    { rule_id: "cards", then: 60, now: 48 },
    { rule_id: null, then: 0, now: 12 },
  ],
  payments: [
    {
      transaction_id: TRANSACTION_ID,
      merchant_transaction_id: REFERENCE,
      transaction_amount: "1499.00",
      currency: "INR",
      transaction_date_time: AT,
      then: { rule_id: "cards", gateway: "stripe" },
      now: { rule_id: null, gateway: null },
    },
  ],
  next_cursor: "more",
};
