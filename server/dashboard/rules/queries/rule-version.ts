import type { OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { changesBetween, type RuleChanges } from "@/lib/rules/changes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { nameAuthors } from "./name-authors";

export type RuleVersionView = {
  version: OpsResult<"rules.version">;
  /** What differs from the version before; null for the first one, and where that could not be read. */
  changes: RuleChanges | null;
  /** The version in force, null when it could not be read: nothing can be restored then. */
  inForce: number | null;
};

/** One version of the rules, its changes, and the version in force now. */
export async function ruleVersion(ctx: Ctx, version: number): Promise<OpsRead<RuleVersionView>> {
  await requirePermission(ctx, "manage_rules", { kind: "rules", id: String(version) });
  const [found, before, current] = await Promise.all([
    readOps(ctx, "rules.version", { version }),
    version > 1 ? readOps(ctx, "rules.version", { version: version - 1 }) : null,
    readOps(ctx, "rules.current", {}),
  ]);
  if (found.kind !== "found") return found;
  const [named = found.value] = await nameAuthors(ctx, [found.value]);
  return {
    ...found,
    value: {
      version: named,
      changes: before?.kind === "found" ? changesBetween(before.value.rules, found.value.rules) : null,
      inForce: current.kind === "found" ? current.value.version : null,
    },
  };
}
