import type { WireRule } from "../contract/rules/rule";

/** The differences between two sets of rules, by rule id. */
export type RuleChanges = {
  added: readonly WireRule[];
  removed: readonly WireRule[];
  changed: readonly { before: WireRule; after: WireRule }[];
  /** Rules in both sets whose relative order changed; the smallest number that explains the new order. */
  moved: readonly WireRule[];
};

/** The order of evaluation: by priority, then by id (specification 1). */
export function inOrder(rules: readonly WireRule[]): WireRule[] {
  return [...rules].sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
}

/** What changed from `before` to `after`. A priority matters by the resulting order, not by its number. */
export function changesBetween(before: readonly WireRule[], after: readonly WireRule[]): RuleChanges {
  const old = new Map(before.map((rule) => [rule.id, rule]));
  const now = new Map(after.map((rule) => [rule.id, rule]));
  const kept = inOrder(after).filter(({ id }) => old.has(id));
  return {
    added: inOrder(after).filter(({ id }) => !old.has(id)),
    removed: inOrder(before).filter(({ id }) => !now.has(id)),
    changed: kept.flatMap((rule) => {
      const previous = old.get(rule.id);
      return previous === undefined || saysTheSame(previous, rule) ? [] : [{ before: previous, after: rule }];
    }),
    moved: movedAmong(
      inOrder(before).filter(({ id }) => now.has(id)),
      kept,
    ),
  };
}

export function countChanges({ added, removed, changed, moved }: RuleChanges): number {
  const changedIds = new Set(changed.map(({ after }) => after.id));
  return (
    added.length + removed.length + changed.length + moved.filter(({ id }) => !changedIds.has(id)).length
  );
}

/** Whether two rules are equal except for their position. Null and absent are the same. */
export function saysTheSame(one: WireRule, other: WireRule): boolean {
  return canonical({ ...one, priority: 0 }) === canonical({ ...other, priority: 0 });
}

/** JSON with sorted keys and without unset fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, inner]) => inner !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  );
}

/** All but the longest subsequence that kept its order: moving these turns one order into the other. */
function movedAmong(before: readonly WireRule[], after: readonly WireRule[]): WireRule[] {
  const positions = new Map(before.map(({ id }, index) => [id, index]));
  const places = after.map(({ id }) => positions.get(id) ?? 0);
  const runs = places.map(() => 1);
  const follows = places.map(() => -1);
  places.forEach((place, index) => {
    for (let earlier = 0; earlier < index; earlier += 1) {
      const length = (runs[earlier] ?? 0) + 1;
      if ((places[earlier] ?? 0) < place && length > (runs[index] ?? 0)) {
        runs[index] = length;
        follows[index] = earlier;
      }
    }
  });
  const stayed = new Set<number>();
  for (let at = runs.indexOf(Math.max(0, ...runs)); at >= 0; at = follows[at] ?? -1) stayed.add(at);
  return after.filter((_, index) => !stayed.has(index));
}
