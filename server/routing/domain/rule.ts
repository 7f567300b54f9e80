import { formatPaise } from "@/lib/money";
import type { RoutingFacts } from "./payment";

export const LISTED_FIELDS = [
  "payment_method",
  "card_scheme",
  "issuing_bank",
  "udf1",
  "udf2",
  "udf3",
] as const;
export type ListedField = (typeof LISTED_FIELDS)[number];

/** One condition on one field (section 1). Bounds are in paise and inclusive; null leaves an end open. */
export type RuleCondition =
  | { field: "amount"; minPaise: bigint | null; maxPaise: bigint | null }
  | { field: ListedField; oneOf: readonly string[] };

/** Rules are tried by rising priority, then by id. All conditions must hold; none at all matches every payment. */
export type RoutingRule = {
  id: number;
  name: string;
  priority: number;
  conditions: readonly RuleCondition[];
  /** Gateways in the order in which they are tried (D8). */
  gateways: readonly string[];
};

/** How one rule judged one payment: kept with the payment, so that the choice can be explained later. */
export type RuleVerdict = {
  ruleId: number;
  ruleName: string;
  matched: boolean;
  /** The first condition that did not hold. */
  mismatch: { field: RuleCondition["field"]; actual: string | null } | null;
};

export type Routing = { matching: readonly RoutingRule[]; verdicts: readonly RuleVerdict[] };

/**
 * Judges every rule, in order. A rule that names a field which the payment leaves out does not match (section 1).
 * The rules must come active only; the first of `matching` decides, the rest are its fall-backs (D8).
 */
export function route(rules: readonly RoutingRule[], facts: RoutingFacts): Routing {
  const ordered = [...rules].sort((a, b) => a.priority - b.priority || a.id - b.id);
  const verdicts = ordered.map((rule) => judge(rule, facts));
  const matching = ordered.filter((_, index) => verdicts[index]?.matched === true);
  return { matching, verdicts };
}

function judge(rule: RoutingRule, facts: RoutingFacts): RuleVerdict {
  const failed = rule.conditions.find((condition) => !holds(condition, facts));
  return {
    ruleId: rule.id,
    ruleName: rule.name,
    matched: failed === undefined,
    mismatch: failed === undefined ? null : { field: failed.field, actual: actualValue(failed.field, facts) },
  };
}

function holds(condition: RuleCondition, facts: RoutingFacts): boolean {
  if (condition.field === "amount") {
    const { minPaise, maxPaise } = condition;
    return (
      (minPaise === null || facts.amountPaise >= minPaise) &&
      (maxPaise === null || facts.amountPaise <= maxPaise)
    );
  }
  const actual = actualValue(condition.field, facts);
  return actual !== null && condition.oneOf.includes(actual);
}

function actualValue(field: RuleCondition["field"], facts: RoutingFacts): string | null {
  switch (field) {
    case "amount":
      return formatPaise(facts.amountPaise);
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
