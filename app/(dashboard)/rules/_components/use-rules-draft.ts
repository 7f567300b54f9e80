"use client";

import { useState } from "react";
import type { WireRule } from "@/lib/contract/rules/rule";
import { changesBetween, countChanges, inOrder, type RuleChanges } from "@/lib/rules/changes";
import type { RuleFault } from "./faults";

/** Rules being edited, and the version that they were made from. */
export type RulesBase = { version: number; rules: readonly WireRule[] };
export type RulesDraft = { base: RulesBase; rules: readonly WireRule[] };

export type DraftState = {
  draft: RulesDraft;
  changes: RuleChanges;
  count: number;
  faults: readonly RuleFault[];
  setFaults: (faults: readonly RuleFault[]) => void;
  /** What was at fault in a rule is looked at anew once it is edited. */
  edit: (rules: readonly WireRule[], touched?: string) => void;
  /** Begins again: from what is in force now, or with these rules on top of it. */
  rebase: (base: RulesBase, rules?: readonly WireRule[]) => void;
};

const keyOf = (userId: string): string => `paydeck.rules.${userId}`;

/** What this tab keeps of unsaved changes; null when there are none, or when the browser keeps nothing. */
export function keptDraft(userId: string): RulesDraft | null {
  try {
    const text = sessionStorage.getItem(keyOf(userId));
    const kept: unknown = text === null ? null : JSON.parse(text);
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Written by us, but perhaps by an older version of this page. */
function isDraft(kept: unknown): kept is RulesDraft {
  if (typeof kept !== "object" || kept === null || !("rules" in kept) || !("base" in kept)) return false;
  const { rules, base } = kept;
  return (
    areRules(rules) &&
    typeof base === "object" &&
    base !== null &&
    "version" in base &&
    typeof base.version === "number" &&
    "rules" in base &&
    areRules(base.rules)
  );
}

function areRules(rules: unknown): boolean {
  const isRule = (rule: unknown): boolean =>
    typeof rule === "object" && rule !== null && "id" in rule && "name" in rule && "target" in rule;
  return Array.isArray(rules) && rules.every(isRule);
}

function keep(userId: string, draft: RulesDraft, count: number): void {
  try {
    if (count === 0) sessionStorage.removeItem(keyOf(userId));
    else sessionStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing loses the changes with a reload; everything else works.
  }
}

export function useRulesDraft(userId: string, initial: RulesDraft): DraftState {
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<readonly RuleFault[]>([]);
  const changes = changesBetween(draft.base.rules, draft.rules);

  const put = (next: RulesDraft): void => {
    setDraft(next);
    keep(userId, next, countChanges(changesBetween(next.base.rules, next.rules)));
  };
  return {
    draft,
    changes,
    count: countChanges(changes),
    faults,
    setFaults,
    edit: (rules, touched) => {
      put({ ...draft, rules: inOrder(rules) });
      if (touched !== undefined) setFaults((known) => known.filter(({ ruleId }) => ruleId !== touched));
    },
    rebase: (base, rules = base.rules) => {
      put({ base, rules: inOrder(rules) });
      setFaults([]);
    },
  };
}
