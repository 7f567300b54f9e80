"use client";

import { useState } from "react";
import type { WireRule } from "@/lib/contract/rules/rule";
import { changesBetween, countChanges, inOrder, type RuleChanges } from "@/lib/rules/changes";
import type { RuleFault } from "./faults";

/** A version that rules are edited from. */
export type RulesBase = { version: number; rules: readonly WireRule[] };
export type RulesDraft = { base: RulesBase; rules: readonly WireRule[] };

type DraftState = {
  draft: RulesDraft;
  changes: RuleChanges;
  count: number;
  faults: readonly RuleFault[];
  setFaults: (faults: readonly RuleFault[]) => void;
  /** `touched`: the edited rule, whose errors are cleared. */
  edit: (rules: readonly WireRule[], touched?: string) => void;
  /** Starts again from another version, optionally with changed rules. */
  rebase: (base: RulesBase, rules?: readonly WireRule[]) => void;
};

const keyOf = (owner: string): string => `paydeck.rules.${owner}`;

/** The unsaved changes stored in this tab; null if there are none, or without storage. */
export function keptDraft(owner: string): RulesDraft | null {
  try {
    const text = sessionStorage.getItem(keyOf(owner));
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

function keep(owner: string, draft: RulesDraft, count: number): void {
  try {
    if (count === 0) sessionStorage.removeItem(keyOf(owner));
    else sessionStorage.setItem(keyOf(owner), JSON.stringify(draft));
  } catch {
    // A reload loses the changes where there is no storage; everything else works.
  }
}

export function useRulesDraft(owner: string, initial: RulesDraft): DraftState {
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<readonly RuleFault[]>([]);
  const changes = changesBetween(draft.base.rules, draft.rules);

  const put = (next: RulesDraft): void => {
    setDraft(next);
    keep(owner, next, countChanges(changesBetween(next.base.rules, next.rules)));
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
