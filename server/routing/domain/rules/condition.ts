import { formatPaise } from "@/lib/money";
import type { RoutingFacts } from "../payments/payment";
import { type ConditionLeaf, type RuleCondition, type RuleField, textOf } from "./rule";

/** A field on which a rule did not match: the required and the actual value, as text for people. */
export type Mismatch = { field: RuleField; wanted: string; actual: string | null };

/** Enough to recognise a list; the version contains all of it. */
const LISTED_IN_WORDS = 5;
const WORD_CODE_POINTS = 40;

/**
 * The conditions that a payment does not meet; empty when it matches. A condition on a field that the payment omits is
 * not met (specification 1), but an `any` may still match through another of its members.
 */
export function mismatchesOf(condition: RuleCondition, facts: RoutingFacts): Mismatch[] {
  switch (condition.kind) {
    case "all":
      return condition.members.flatMap((member) => mismatchesOf(member, facts));
    case "any": {
      const failures: Mismatch[] = [];
      for (const member of condition.members) {
        const mismatches = mismatchesOf(member, facts);
        if (mismatches.length === 0) return [];
        failures.push(...mismatches);
      }
      return failures;
    }
    case "amount":
    case "one_of":
    case "prefix":
      return holds(condition, facts) ? [] : [describe(condition, facts)];
  }
}

function holds(leaf: ConditionLeaf, facts: RoutingFacts): boolean {
  switch (leaf.kind) {
    case "amount":
      return (
        (leaf.minPaise === null || facts.amountPaise >= leaf.minPaise) &&
        (leaf.maxPaise === null || facts.amountPaise <= leaf.maxPaise)
      );
    case "one_of": {
      const actual = textOf(facts, leaf.field);
      return actual !== null && leaf.values.includes(actual);
    }
    case "prefix":
      return textOf(facts, leaf.field)?.startsWith(leaf.prefix) === true;
  }
}

function describe(leaf: ConditionLeaf, facts: RoutingFacts): Mismatch {
  switch (leaf.kind) {
    case "amount":
      return {
        field: "amount",
        wanted: describeRange(leaf.minPaise, leaf.maxPaise),
        actual: formatPaise(facts.amountPaise),
      };
    case "one_of":
      return { field: leaf.field, wanted: describeList(leaf.values), actual: textOf(facts, leaf.field) };
    case "prefix":
      return {
        field: leaf.field,
        wanted: `begins with "${inShort(leaf.prefix)}"`,
        actual: textOf(facts, leaf.field),
      };
  }
}

function describeRange(minPaise: bigint | null, maxPaise: bigint | null): string {
  const least = minPaise === null ? [] : [`at least ${formatPaise(minPaise)}`];
  const most = maxPaise === null ? [] : [`at most ${formatPaise(maxPaise)}`];
  return [...least, ...most].join(", ");
}

function describeList(values: readonly string[]): string {
  const named = values.slice(0, LISTED_IN_WORDS).map((value) => (value === "" ? '""' : inShort(value)));
  const rest = values.length - named.length;
  const words = named.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  return values.length === 1 ? words : `one of ${words}`;
}

/** Cuts between code points: half of one could not be stored. */
function inShort(text: string): string {
  const codePoints = [...text];
  return codePoints.length <= WORD_CODE_POINTS ? text : `${codePoints.slice(0, WORD_CODE_POINTS).join("")}…`;
}
