import { createHash } from "node:crypto";
import type { Db } from "@/server/platform/pool";
import type { RoutingFacts } from "../../domain/payments/payment";
import { readRules } from "../../domain/rules/read-rules";
import { route, type Routing } from "../../domain/rules/route";
import type { Scatter } from "../../domain/rules/split";
import { findRulesInForce } from "../../store/rules/rules";
import type { Deps } from "../deps";
import type { RulesInForce } from "./rule-set-cache";

/** Evaluates a payment against the merchant's rules in force now (specification 1). */
export async function routePayment(deps: Deps, merchantId: number, facts: RoutingFacts): Promise<Routing> {
  return routeBy(deps, await rulesInForce(deps, deps.pool, merchantId), facts);
}

/** Evaluates a payment against the given rules, as of now. */
export function routeBy(deps: Deps, ruleSet: RulesInForce, facts: RoutingFacts): Routing {
  return route(ruleSet, facts, { at: deps.clock.now(), scatter: sha256Scatter });
}

/** The merchant's rules in force, read and parsed only when this process has not cached the version. */
export async function rulesInForce(deps: Deps, db: Db, merchantId: number): Promise<RulesInForce> {
  const known = deps.ruleSets.get(merchantId);
  const found = await findRulesInForce(db, merchantId, known?.version ?? null);
  if (found === null) throw new Error(`merchant ${merchantId} has no version of routing rules`);
  if (found.rules === null && known !== null) return known;
  const { version } = found;
  const ruleSet = { ...readRules(version, found.rules ?? []), version };
  deps.ruleSets.set(merchantId, ruleSet);
  return ruleSet;
}

const SCATTER_BYTES = 6;

/** The first 48 bits of the SHA-256 as a fraction: a JavaScript number holds them exactly. */
export const sha256Scatter: Scatter = (text) => {
  const digest = createHash("sha256").update(text, "utf8").digest();
  return (digest.readUIntBE(0, SCATTER_BYTES) + 1) / 2 ** (8 * SCATTER_BYTES);
};
