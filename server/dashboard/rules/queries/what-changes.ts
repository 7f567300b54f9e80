import type { WireRule } from "@/lib/contract/rules/rule";
import { changesBetween, type RuleChanges } from "@/lib/rules/changes";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";

/**
 * What other rules change of those of a version, by the ids of the rules, for the audit log; empty when the version cannot
 * be read.
 */
export async function whatChanges(
  ctx: Ctx,
  version: number,
  rules: readonly unknown[],
): Promise<Record<string, string>> {
  const before = await readOps(ctx, "rules.version", { version });
  if (before.kind !== "found" || !rules.every(isRuleLike)) return {};
  return namesOf(changesBetween(before.value.rules, rules));
}

function isRuleLike(rule: unknown): rule is WireRule {
  return typeof rule === "object" && rule !== null && "id" in rule && typeof rule.id === "string";
}

const MAX_NAMES = 20;

function namesOf(changes: RuleChanges): Record<string, string> {
  const lists = {
    added: changes.added.map(({ id }) => id),
    removed: changes.removed.map(({ id }) => id),
    changed: changes.changed.map(({ after }) => after.id),
    moved: changes.moved.map(({ id }) => id),
  };
  return Object.fromEntries(
    Object.entries(lists)
      .filter(([, ids]) => ids.length > 0)
      .map(([what, ids]) => [
        what,
        ids.slice(0, MAX_NAMES).join(", ") + (ids.length > MAX_NAMES ? ", …" : ""),
      ]),
  );
}
