import type { Weekday } from "@/lib/contract/rules/weekdays";
import type { RoutingFacts } from "../payments/payment";

/** The facts that a condition can test (specification 1). */
export type RuleField =
  | "amount"
  | "currency"
  | "payment_method"
  | "card_scheme"
  | "issuing_bank"
  | "udf1"
  | "udf2"
  | "udf3";
export type TextField = Exclude<RuleField, "amount">;

/** One condition on one field. Bounds are in paise and inclusive; null leaves an end open. */
export type ConditionLeaf =
  | { kind: "amount"; minPaise: bigint | null; maxPaise: bigint | null }
  | { kind: "one_of"; field: TextField; values: readonly string[] }
  | { kind: "prefix"; field: TextField; prefix: string };
export type RuleCondition = ConditionLeaf | { kind: "all" | "any"; members: readonly RuleCondition[] };

/** Minutes are of the day in `timeZone`; a window whose end is not after its beginning runs past midnight. */
export type WeeklyWindow = {
  timeZone: string;
  days: readonly Weekday[];
  fromMinute: number;
  toMinute: number;
};
/** Half-open; null leaves an end open. No windows: every hour of the week. */
export type ActiveTimes = { from: Date | null; until: Date | null; windows: readonly WeeklyWindow[] };

export type Share = { gateway: string; weight: number };
export type RuleTarget =
  | { kind: "ordered"; gateways: readonly string[] }
  | { kind: "split"; shares: readonly Share[] }
  | SuccessRateTarget;

/** `floor` and `shiftPerMinute` are fractions of the payments, `costWithin` one of the success rate; 0: fees do not count. */
export type SuccessRateTarget = {
  kind: "success_rate";
  gateways: readonly string[];
  floor: number;
  shiftPerMinute: number;
  costWithin: number;
};

export type RoutingRule = {
  id: string;
  name: string;
  isActive: boolean;
  activeTimes: ActiveTimes | null;
  /** Null: every payment matches. */
  condition: RuleCondition | null;
  target: RuleTarget;
};

/** A version of a merchant's rules, in the order in which they are tried. `version` is null for a draft. */
export type RuleSet = { version: number | null; rules: readonly RoutingRule[] };

/** The value of a payment's field for a text condition; null when the request omits it. */
export function textOf(facts: RoutingFacts, field: TextField): string | null {
  switch (field) {
    case "currency":
      return facts.currency;
    case "payment_method":
      return facts.paymentMethod;
    case "card_scheme":
      return facts.cardScheme;
    case "issuing_bank":
      return facts.issuingBank;
    case "udf1":
      return facts.udf1;
    case "udf2":
      return facts.udf2;
    case "udf3":
      return facts.udf3;
  }
}
