import type { WireRule } from "@/lib/contract/rules/rule";
import { readRules } from "../../domain/rules/read-rules";
import type { RuleSet } from "../../domain/rules/rule";
import { findRuleSet, listRuleVersions, type RuleVersion, type StoredRuleSet } from "../../store/rules/rules";
import type { Deps } from "../deps";
import { gatewaysFor } from "../gateways/gateway-of";
import { onePage } from "../one-page";
import { rulesInForce } from "./route-payment";
import { type RuleProblem, ruleProblems } from "./rule-problems";

/** One version of the rules, or with null the one in force; null when the merchant has no such version. */
export function findRules(
  deps: Deps,
  merchantId: number,
  version: number | null,
): Promise<StoredRuleSet | null> {
  return findRuleSet(deps.pool, merchantId, version);
}

/** The problems of saved rules that must be corrected before they can be saved again. */
export async function problemsOf(
  deps: Deps,
  merchantId: number,
  { rules }: StoredRuleSet,
): Promise<RuleProblem[]> {
  return ruleProblems(await gatewaysFor(deps, merchantId), rules);
}

/** The versions, newest first, in keyset pages: `before` is the last version of the previous page. */
export async function pageOfRuleVersions(
  deps: Deps,
  merchantId: number,
  page: { before: number | null; limit: number },
): Promise<{ versions: RuleVersion[]; nextBefore: number | null }> {
  const { items, next } = await onePage(
    page.limit,
    (most) => listRuleVersions(deps.pool, merchantId, { before: page.before, limit: most }),
    ({ version }) => version,
  );
  return { versions: items, nextBefore: next };
}

/** The rules to evaluate: a draft, an older version, or with neither the ones in force. */
export type RuleChoice = { draft: readonly WireRule[] | null; version: number | null };

/** The chosen rules, parsed; null when the merchant has no such version. */
export async function chosenRules(
  deps: Deps,
  merchantId: number,
  { draft, version }: RuleChoice,
): Promise<RuleSet | null> {
  if (draft !== null) return readRules(null, draft);
  if (version === null) return rulesInForce(deps, deps.pool, merchantId);
  const found = await findRuleSet(deps.pool, merchantId, version);
  return found === null ? null : readRules(version, found.rules);
}
