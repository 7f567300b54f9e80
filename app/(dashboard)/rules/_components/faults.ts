import type { WireRule } from "@/lib/contract/rules/rule";
import type { OpsFault } from "@/lib/ops-outcomes";

/** A fault of one rule; `path` is inside the rule: "target.gateway". */
export type RuleFault = { ruleId: string; path: string; text: string };

const PLACE = /^rules\.(\d+)(?:\.(.+))?$/;

/** The service names rules by their places in what was sent; the screen knows them by their ids. */
export function faultsOfRules(faults: readonly OpsFault[], sent: readonly WireRule[]): RuleFault[] {
  return faults.flatMap(({ field, text }) => {
    const [, place, path = ""] = PLACE.exec(field) ?? [];
    const rule = place === undefined ? undefined : sent[parseInt(place, 10)];
    return rule === undefined ? [] : [{ ruleId: rule.id, path, text }];
  });
}

/**
 * What the service says has to be corrected in the rules in force, for those that are not corrected here yet: a gateway that
 * is off, a time zone by its abbreviation.
 */
export function openProblems(
  inForce: { rules: readonly WireRule[]; problems?: readonly OpsFault[] | undefined },
  draft: readonly WireRule[],
): RuleFault[] {
  const judged = (rule: WireRule | undefined): string => JSON.stringify([rule?.target, rule?.active_times]);
  const find = (rules: readonly WireRule[], id: string): WireRule | undefined =>
    rules.find((rule) => rule.id === id);
  return faultsOfRules(inForce.problems ?? [], inForce.rules).filter(({ ruleId }) => {
    const mine = find(draft, ruleId);
    return mine !== undefined && judged(mine) === judged(find(inForce.rules, ruleId));
  });
}

export function isRuleFault({ field }: OpsFault): boolean {
  return PLACE.test(field);
}

/** What is at fault inside a part of a rule, by paths from there on. */
export type Faults = readonly { path: string; text: string }[];

/** The faults of one field, joined; undefined where there is none. */
export function faultAt(faults: Faults, path: string): string | undefined {
  const texts = faults.filter((fault) => fault.path === path).map(({ text }) => text);
  return texts.length === 0 ? undefined : texts.join(" ");
}

/** The faults of a field and of everything inside it. */
export function faultUnder(faults: Faults, path: string): string | undefined {
  const texts = faults
    .filter((fault) => fault.path === path || fault.path.startsWith(`${path}.`))
    .map(({ text }) => text);
  return texts.length === 0 ? undefined : [...new Set(texts)].join(" ");
}

/** The faults inside a field, by paths from there on. */
export function faultsInside(faults: Faults, path: string): Faults {
  return faults
    .filter((fault) => fault.path.startsWith(`${path}.`))
    .map((fault) => ({ ...fault, path: fault.path.slice(path.length + 1) }));
}
