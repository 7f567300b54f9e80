import type { WireRule } from "@/lib/contract/rules/rule";
import type { OpsFault } from "@/lib/ops-outcomes";

/** A field error of one rule; `path` is inside the rule: "target.gateway". */
export type RuleFault = { ruleId: string; path: string; text: string };

const PLACE = /^rules\.(\d+)(?:\.(.+))?$/;

/** The service names rules by their index in the request; the screen identifies them by id. */
export function faultsOfRules(faults: readonly OpsFault[], sent: readonly WireRule[]): RuleFault[] {
  return faults.flatMap(({ field, text }) => {
    const [, place, path = ""] = PLACE.exec(field) ?? [];
    const rule = place === undefined ? undefined : sent[parseInt(place, 10)];
    return rule === undefined ? [] : [{ ruleId: rule.id, path, text }];
  });
}

/**
 * What the service reports as incorrect in the rules in force, for rules not corrected in the draft yet: a disabled
 * gateway, an abbreviated time zone.
 */
export function openProblems(
  inForce: { rules: readonly WireRule[]; problems?: readonly OpsFault[] | undefined },
  draft: readonly WireRule[],
): RuleFault[] {
  const comparable = (rule: WireRule | undefined): string =>
    JSON.stringify([rule?.target, rule?.active_times]);
  const find = (rules: readonly WireRule[], id: string): WireRule | undefined =>
    rules.find((rule) => rule.id === id);
  return faultsOfRules(inForce.problems ?? [], inForce.rules).filter(({ ruleId }) => {
    const mine = find(draft, ruleId);
    return mine !== undefined && comparable(mine) === comparable(find(inForce.rules, ruleId));
  });
}

export function isRuleFault({ field }: OpsFault): boolean {
  return PLACE.test(field);
}

/** The errors inside a part of a rule, with paths relative to it. */
export type Faults = readonly { path: string; text: string }[];

/** The errors of one field, joined; undefined if there are none. */
export function faultAt(faults: Faults, path: string): string | undefined {
  const texts = faults.filter((fault) => fault.path === path).map(({ text }) => text);
  return texts.length === 0 ? undefined : texts.join(" ");
}

/** The errors of a field and of everything inside it. */
export function faultUnder(faults: Faults, path: string): string | undefined {
  const texts = faults
    .filter((fault) => fault.path === path || fault.path.startsWith(`${path}.`))
    .map(({ text }) => text);
  return texts.length === 0 ? undefined : [...new Set(texts)].join(" ");
}

/** The errors inside a field, with paths relative to it. */
export function faultsInside(faults: Faults, path: string): Faults {
  return faults
    .filter((fault) => fault.path.startsWith(`${path}.`))
    .map((fault) => ({ ...fault, path: fault.path.slice(path.length + 1) }));
}
