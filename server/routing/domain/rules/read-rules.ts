import type { WireActiveTimes } from "@/lib/contract/rules/active-times";
import type { WireCondition, WireConditionLeaf } from "@/lib/contract/rules/condition";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { WireTarget } from "@/lib/contract/rules/target";
import { parseAmount } from "@/lib/money";
import type { ActiveTimes, ConditionLeaf, RoutingRule, RuleCondition, RuleSet, RuleTarget } from "./rule";

/** Turns validated rules into a rule set for evaluation: once per version, ordered by priority and then by id. */
export function readRules(version: number | null, rules: readonly WireRule[]): RuleSet {
  const ordered = [...rules].sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
  return { version, rules: ordered.map(readRule) };
}

function readRule(rule: WireRule): RoutingRule {
  return {
    id: rule.id,
    name: rule.name,
    isActive: rule.active,
    activeTimes: readActiveTimes(rule.active_times ?? null),
    condition: rule.conditions ? readCondition(rule.conditions) : null,
    target: readTarget(rule.target),
  };
}

function readCondition(condition: WireCondition): RuleCondition {
  if ("all" in condition) return { kind: "all", members: condition.all.map(readCondition) };
  if ("any" in condition) return { kind: "any", members: condition.any.map(readCondition) };
  return readLeaf(condition);
}

function readLeaf(leaf: WireConditionLeaf): ConditionLeaf {
  switch (leaf.field) {
    case "amount":
      return { kind: "amount", minPaise: readBound(leaf.min), maxPaise: readBound(leaf.max) };
    case "currency":
    case "payment_method":
    case "card_scheme":
    case "issuing_bank":
      return { kind: "one_of", field: leaf.field, values: leaf.one_of };
    case "udf1":
    case "udf2":
    case "udf3": {
      const { field, equals, prefix, one_of: oneOf } = leaf;
      if (typeof prefix === "string") return { kind: "prefix", field, prefix };
      return { kind: "one_of", field, values: oneOf ?? (typeof equals === "string" ? [equals] : []) };
    }
  }
}

function readBound(amount: string | null | undefined): bigint | null {
  if (typeof amount !== "string") return null;
  const parsed = parseAmount(amount);
  if (!parsed.ok) throw new Error(`a rule's bound is no amount: ${parsed.error}`);
  return parsed.value;
}

function readActiveTimes(times: WireActiveTimes | null): ActiveTimes | null {
  if (times === null) return null;
  return {
    from: times.from ? new Date(times.from) : null,
    until: times.until ? new Date(times.until) : null,
    windows: (times.windows ?? []).map((window) => ({
      timeZone: window.time_zone,
      days: window.days,
      fromMinute: minuteOf(window.from),
      toMinute: minuteOf(window.to),
    })),
  };
}

function minuteOf(timeOfDay: string): number {
  const [hours = "0", minutes = "0"] = timeOfDay.split(":");
  return parseInt(hours, 10) * 60 + parseInt(minutes, 10);
}

function readTarget(target: WireTarget): RuleTarget {
  switch (target.kind) {
    case "gateway":
      return { kind: "ordered", gateways: [target.gateway] };
    case "failover":
      return { kind: "ordered", gateways: target.gateways };
    case "split":
      return { kind: "split", shares: target.shares };
    case "success_rate":
      return {
        kind: "success_rate",
        gateways: target.gateways,
        floor: target.floor_percent / 100,
        shiftPerMinute: target.shift_percent / 100,
        costWithin: (target.cost_within_percent ?? 0) / 100,
      };
  }
}
