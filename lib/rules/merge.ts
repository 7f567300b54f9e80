import type { WireRule } from "../contract/rules/rule";
import { inOrder, saysTheSame } from "./changes";
import { freeRuleId, renumbered } from "./order";

export type MergedRules = {
  rules: WireRule[];
  /** Rules that both changed, differently: mine stands, and somebody has to look. */
  clashes: readonly string[];
};

/**
 * My changes to `base` on top of theirs. A rule that only they touched is as they left it; one that both touched stays as I
 * have it and is told. The order is mine; what they added stands after the rule that it followed.
 */
export function mergeRules(
  base: readonly WireRule[],
  mine: readonly WireRule[],
  theirs: readonly WireRule[],
): MergedRules {
  const bases = byId(base);
  const others = byId(theirs);
  const used = [...mine, ...theirs];
  const ids = new Set<string>();
  const clashes: string[] = [];
  const merged = inOrder(mine).flatMap((rule): WireRule[] => {
    const original = bases.get(rule.id);
    const other = others.get(rule.id);
    if (original === undefined && other !== undefined && !saysTheSame(other, rule)) {
      // Two new rules that came to the same id, not one that both changed: each stands.
      const renamed = { ...rule, id: freeRuleId(used, rule.name) };
      used.push(renamed);
      return [renamed];
    }
    ids.add(rule.id);
    const iTouched = original === undefined || !saysTheSame(original, rule);
    const theyTouched =
      other === undefined ? original !== undefined : original === undefined || !saysTheSame(original, other);
    if (!theyTouched) return [rule];
    if (!iTouched) return other === undefined ? [] : [other];
    if (other === undefined || !saysTheSame(other, rule)) clashes.push(rule.id);
    return [rule];
  });

  // What I removed is in neither: it is judged below by what they made of it.
  const ordered = inOrder(theirs);
  ordered.forEach((rule, index) => {
    if (ids.has(rule.id)) return;
    const original = bases.get(rule.id);
    if (original !== undefined && saysTheSame(original, rule)) return; // Removed by me, untouched by them.
    if (original !== undefined) clashes.push(rule.id);
    const before = ordered[index - 1];
    const place = merged.findIndex(({ id }) => id === before?.id);
    merged.splice(before === undefined ? 0 : place < 0 ? merged.length : place + 1, 0, rule);
  });
  return { rules: renumbered(merged), clashes };
}

function byId(rules: readonly WireRule[]): Map<string, WireRule> {
  return new Map(rules.map((rule) => [rule.id, rule]));
}
