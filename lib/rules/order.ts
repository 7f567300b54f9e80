import type { WireRule } from "../contract/rules/rule";
import { inOrder } from "./changes";

const STEP = 10;

/** Renumbers priorities to match the order of the list; priorities that match already are kept. */
export function renumbered(rules: readonly WireRule[]): WireRule[] {
  const isOrdered = rules.every((rule, index) => {
    const before = rules[index - 1];
    return before === undefined || before.priority < rule.priority;
  });
  return isOrdered ? [...rules] : rules.map((rule, index) => ({ ...rule, priority: (index + 1) * STEP }));
}

/** Moves a rule one place up or down; at either end it stays. */
export function moveRule(rules: readonly WireRule[], id: string, by: -1 | 1): WireRule[] {
  const ordered = inOrder(rules);
  const from = ordered.findIndex((rule) => rule.id === id);
  const to = from + by;
  const [rule, other] = [ordered[from], ordered[to]];
  if (rule === undefined || other === undefined) return ordered;
  ordered[from] = { ...other, priority: rule.priority };
  ordered[to] = { ...rule, priority: other.priority };
  return rule.priority === other.priority ? renumbered(ordered) : ordered;
}

/** Inserts a rule after the given one, or at the end. */
export function insertRule(rules: readonly WireRule[], rule: WireRule, afterId: string | null): WireRule[] {
  const ordered = inOrder(rules);
  const found = ordered.findIndex(({ id }) => id === afterId);
  const place = found < 0 ? ordered.length : found + 1;
  const priority = (ordered[place - 1]?.priority ?? 0) + STEP;
  const next = ordered[place];
  ordered.splice(place, 0, { ...rule, priority });
  return next !== undefined && next.priority <= priority ? renumbered(ordered) : ordered;
}

const MAX_ID_LENGTH = 40;

/** An unused rule id made from a name: "UPI above 5,000" becomes "upi-above-5-000". */
export function freeRuleId(rules: readonly WireRule[], name: string): string {
  const taken = new Set(rules.map(({ id }) => id));
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const stem = slug.slice(0, MAX_ID_LENGTH - 5).replace(/^-|-$/g, "") || "rule";
  let id = stem;
  for (let number = 2; taken.has(id); number += 1) id = `${stem}-${String(number)}`;
  return id;
}
