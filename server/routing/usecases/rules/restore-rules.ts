import { err, type Result } from "@/lib/result";
import { findRuleSet } from "../../store/rules/rules";
import type { Deps } from "../deps";
import { type SavedRules, saveRules, type SaveRulesRefusal } from "./save-rules";

type RestoreRulesRefusal = SaveRulesRefusal | { kind: "unknown_version" };

/** Puts an older version's rules in force again, as a new version: the history is append-only. */
export async function restoreRules(
  deps: Deps,
  merchantId: number,
  restoration: { version: number; expectedVersion: number; author: string; note: string | null },
): Promise<Result<SavedRules, RestoreRulesRefusal>> {
  const { version, ...change } = restoration;
  const older = await findRuleSet(deps.pool, merchantId, version);
  if (older === null) return err({ kind: "unknown_version" });
  return saveRules(deps, merchantId, { ...change, rules: older.rules, restoredFrom: version });
}
