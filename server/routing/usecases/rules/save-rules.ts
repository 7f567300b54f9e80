import type { WireRule } from "@/lib/contract/rules/rule";
import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { candidateRulesOf } from "../../domain/experiments/experiment";
import { readRules } from "../../domain/rules/read-rules";
import { type RuleWarning, warningsOf } from "../../domain/rules/warnings";
import { findRuleSet, insertRuleSet, type RuleVersion, type StoredRuleSet } from "../../store/rules/rules";
import { copyShares } from "../../store/success-rate/success-rate-shares";
import { listFees } from "../../store/gateways/gateway-fees";
import type { Deps } from "../deps";
import { gatewaysFor } from "../gateways/gateway-of";
import { type RuleProblem, ruleProblems } from "./rule-problems";

type RuleChange = {
  /** The version in force on which the change is based. */
  expectedVersion: number;
  rules: readonly WireRule[];
  author: string;
  note: string | null;
  /** The older version whose rules are restored; null for any other change. */
  restoredFrom: number | null;
  /** The open experiment whose rules these are. */
  promotes?: number;
};

export type SaveRulesRefusal =
  | { kind: "version_conflict"; inForce: RuleVersion }
  | { kind: "problems"; problems: readonly RuleProblem[] };
export type SavedRules = { saved: StoredRuleSet; warnings: readonly RuleWarning[] };

/** Puts a complete set of rules in force as the version after `expectedVersion` (decision 0008). */
export async function saveRules(
  deps: Deps,
  merchantId: number,
  change: RuleChange,
): Promise<Result<SavedRules, SaveRulesRefusal>> {
  const problems = ruleProblems(await gatewaysFor(deps, merchantId), change.rules);
  if (problems.length > 0) return err({ kind: "problems", problems });

  const createdAt = deps.clock.now();
  const { expectedVersion, rules, author, note, restoredFrom, promotes } = change;
  const set = { follows: expectedVersion, rules, author, note, restoredFrom, createdAt };
  const isSaved = await inTransaction(deps.pool, async (db) => {
    if (promotes === undefined) return insertRuleSet(db, merchantId, set);
    const isPromoted = await insertRuleSet(db, merchantId, { ...set, promotes });
    // The promoted rules would begin again with equal shares if theirs were not copied.
    const ids = rules.map(({ id }) => id);
    if (isPromoted) await copyShares(db, merchantId, { ids, from: candidateRulesOf(promotes), to: "" });
    return isPromoted;
  });
  const version = expectedVersion + 1;
  const stored = await findRuleSet(deps.pool, merchantId, isSaved ? version : null);
  if (stored === null) throw new Error(`merchant ${merchantId} has no version of routing rules`);
  if (!isSaved) return err({ kind: "version_conflict", inForce: stored });
  const hasFees = await feesKnown(deps, merchantId);
  return ok({ saved: stored, warnings: warningsOf(readRules(version, stored.rules), createdAt, hasFees) });
}

/** Whether any fee of a gateway is known. */
export async function feesKnown(deps: Deps, merchantId: number): Promise<(gateway: string) => boolean> {
  const lists = await listFees(deps.pool, merchantId);
  return (gateway) => lists.some((list) => list.gateway === gateway && list.fees.length > 0);
}
