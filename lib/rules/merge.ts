import type { WireRule } from "../contract/rules/rule";
import { changesBetween, inOrder, saysTheSame } from "./changes";
import { freeRuleId, renumbered } from "./order";

type MergedRules = {
  rules: WireRule[];
  /** Rules that both changed, differently: mine is used, and a person must review it. */
  clashes: readonly string[];
  /** Both reordered rules differently: my order is used, and a person must choose. */
  isOrderClash: boolean;
};

/**
 * Three-way merge: my changes to `base` applied to theirs. A rule that only they changed comes from theirs; one that
 * both changed comes from mine and reported as a clash. The order is theirs if only they reordered, else mine; an
 * added rule goes after the rule that it followed.
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
      // Two new rules with the same id, not one that both changed: both are kept.
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

  // A rule that I removed is not in `merged`: it returns only if they changed or added it.
  const ordered = inOrder(theirs);
  ordered.forEach((rule, index) => {
    if (ids.has(rule.id)) return;
    const original = bases.get(rule.id);
    if (original !== undefined && saysTheSame(original, rule)) return; // Removed by me, unchanged by them.
    if (original !== undefined) clashes.push(rule.id);
    const before = ordered[index - 1];
    const place = merged.findIndex(({ id }) => id === before?.id);
    merged.splice(before === undefined ? 0 : place < 0 ? merged.length : place + 1, 0, rule);
  });
  const common = {
    base: also(base, mine, theirs),
    mine: also(mine, base, theirs),
    theirs: also(theirs, base, mine),
  };
  const iMoved = isMoved(common.base, common.mine);
  const theyMoved = isMoved(common.base, common.theirs);
  return {
    rules: theyMoved && !iMoved ? inOrderOf(theirs, merged) : renumbered(merged),
    clashes,
    isOrderClash: theyMoved && iMoved && isMoved(common.mine, common.theirs),
  };
}

/** The rules in the order of `model`; one that it does not have stays after the rule that it follows. */
export function inOrderOf(model: readonly WireRule[], rules: readonly WireRule[]): WireRule[] {
  const own = byId(rules);
  const ordered = inOrder(model).flatMap(({ id }) => own.get(id) ?? []);
  const placed = new Set(ordered.map(({ id }) => id));
  rules.forEach((rule, index) => {
    if (placed.has(rule.id)) return;
    const before = rules[index - 1];
    ordered.splice(ordered.findIndex(({ id }) => id === before?.id) + 1, 0, rule);
    placed.add(rule.id);
  });
  return renumbered(ordered);
}

/** The rules of a set that all the other sets have too. */
function also(rules: readonly WireRule[], ...others: readonly (readonly WireRule[])[]): WireRule[] {
  const known = others.map((other) => byId(other));
  return rules.filter(({ id }) => known.every((ids) => ids.has(id)));
}

function isMoved(before: readonly WireRule[], after: readonly WireRule[]): boolean {
  return changesBetween(before, after).moved.length > 0;
}

function byId(rules: readonly WireRule[]): Map<string, WireRule> {
  return new Map(rules.map((rule) => [rule.id, rule]));
}
