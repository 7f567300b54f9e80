import type { OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { nameAuthors } from "./name-authors";

type CurrentRules = {
  current: OpsResult<"rules.current">;
  /** The gateways that a rule may name; null where the service does not list them. */
  gateways: string[] | null;
};

/** The rules in force, and the gateways to choose from. */
export async function currentRules(ctx: Ctx): Promise<OpsRead<CurrentRules>> {
  await requirePermission(ctx, "manage_rules", { kind: "rules", id: "current" });
  const [current, listed] = await Promise.all([
    readOps(ctx, "rules.current", {}),
    readOps(ctx, "gateways.list", {}),
  ]);
  if (current.kind !== "found") return current;
  const gateways = listed.kind === "found" ? namesOf(listed.value.gateways) : null;
  const [named = current.value] = await nameAuthors(ctx, [current.value]);
  return { ...current, value: { current: named, gateways } };
}

/** A gateway that is off accepts no payments: rules may not name it. */
function namesOf(gateways: OpsResult<"gateways.list">["gateways"]): string[] {
  return gateways.filter(({ takes_payments: takes }) => takes !== false).map(({ name }) => name);
}
