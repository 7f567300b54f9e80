import { createHash } from "node:crypto";
import type { Db } from "@/server/platform/pool";
import type { RoutingFacts } from "../../domain/payments/payment";
import { readRules } from "../../domain/rules/read-rules";
import { route, type Routing } from "../../domain/rules/route";
import type { RuleSet } from "../../domain/rules/rule";
import type { Scatter } from "../../domain/rules/split";
import { NO_SHARES, type SharesOf } from "../../domain/success-rate/shares";
import { findRulesInForce } from "../../store/rules/rules";
import type { Deps } from "../deps";
import { sharesNow } from "../success-rate/shares-now";
import type { RulesInForce } from "./rule-set-cache";

/** Evaluates a payment against the merchant's rules in force now (specification 1). */
export async function routePayment(deps: Deps, merchantId: number, facts: RoutingFacts): Promise<Routing> {
  const [ruleSet, sharesOf] = await rulesAndShares(deps, deps.pool, merchantId);
  return routeBy(deps, ruleSet, sharesOf, facts);
}

/** Evaluates a payment against the given rules and shares, as of now. */
export function routeBy(deps: Deps, ruleSet: RulesInForce, sharesOf: SharesOf, facts: RoutingFacts): Routing {
  return route(ruleSet, facts, { at: deps.clock.now(), scatter: sha256Scatter, sharesOf });
}

/**
 * The rules in force with the shares of those that follow success rates. Both are read at the same time, except by the
 * first payment that this process routes for a merchant.
 */
export async function rulesAndShares(
  deps: Deps,
  db: Db,
  merchantId: number,
): Promise<[RulesInForce, SharesOf]> {
  const known = deps.ruleSets.get(merchantId);
  const reading = followsSuccess(known) ? sharesNow(deps, db, merchantId) : null;
  const [ruleSet, sharesOf] = await Promise.all([rulesInForce(deps, db, merchantId), reading]);
  if (sharesOf !== null) return [ruleSet, sharesOf];
  return [ruleSet, followsSuccess(ruleSet) ? await sharesNow(deps, db, merchantId) : NO_SHARES];
}

export function followsSuccess(ruleSet: RuleSet | null): boolean {
  return ruleSet?.rules.some(({ isActive, target }) => isActive && target.kind === "success_rate") ?? false;
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
