import { createHash } from "node:crypto";
import type { Db } from "@/server/platform/pool";
import {
  candidateRuleId,
  type OpenExperiment,
  routeWithExperiment,
} from "../../domain/experiments/experiment";
import type { RoutingFacts } from "../../domain/payments/payment";
import { readRules } from "../../domain/rules/read-rules";
import type { Routing } from "../../domain/rules/route";
import type { RuleSet } from "../../domain/rules/rule";
import type { Scatter } from "../../domain/rules/split";
import { NO_SHARES, type SharesOf } from "../../domain/success-rate/shares";
import { findRulesInForce, type FoundExperiment } from "../../store/rules/rules";
import type { Deps } from "../deps";
import { sharesNow } from "../success-rate/shares-now";
import type { RulesInForce } from "./rule-set-cache";

/** Evaluates a payment against the merchant's rules in force now (specification 1). */
export async function routePayment(deps: Deps, merchantId: number, facts: RoutingFacts): Promise<Routing> {
  const [ruleSet, sharesOf] = await rulesAndShares(deps, deps.pool, merchantId);
  return routeBy(deps, ruleSet, sharesOf, facts);
}

/** Evaluates a payment against the given rules with their experiment, and shares, as of now. */
export function routeBy(deps: Deps, ruleSet: RulesInForce, sharesOf: SharesOf, facts: RoutingFacts): Routing {
  const moment = { at: deps.clock.now(), scatter: sha256Scatter, sharesOf };
  return routeWithExperiment(ruleSet, ruleSet.experiment, facts, moment);
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
  const known = followingIds(deps.ruleSets.get(merchantId));
  const reading = known.length > 0 ? sharesNow(deps, db, merchantId, known) : null;
  const [ruleSet, sharesOf] = await Promise.all([rulesInForce(deps, db, merchantId), reading]);
  const ids = followingIds(ruleSet);
  if (ids.length === 0) return [ruleSet, NO_SHARES];
  const isKnown = sharesOf !== null && ids.join(" ") === known.join(" ");
  return [ruleSet, isKnown ? sharesOf : await sharesNow(deps, db, merchantId, ids)];
}

/** The rules that follow success rates. */
export function rulesThatFollow({ rules }: Pick<RuleSet, "rules">): string[] {
  return rules.flatMap(({ id, isActive, target }) =>
    isActive && target.kind === "success_rate" ? [id] : [],
  );
}

/** Those of the rules in force and of the open experiment, as their shares are kept. */
function followingIds(ruleSet: RulesInForce | null): string[] {
  if (ruleSet === null) return [];
  const { experiment } = ruleSet;
  const candidate = experiment === null ? [] : rulesThatFollow(experiment);
  return [
    ...rulesThatFollow(ruleSet),
    ...candidate.map((ruleId) => candidateRuleId(experiment?.id ?? 0, ruleId)),
  ];
}

/**
 * The merchant's rules in force with the open experiment, read and parsed only when this process has not cached them.
 */
export async function rulesInForce(deps: Deps, db: Db, merchantId: number): Promise<RulesInForce> {
  const known = deps.ruleSets.get(merchantId);
  const cached =
    known === null
      ? null
      : { version: known.version, experimentId: known.experiment?.id ?? known.unreadableExperiment };
  const found = await findRulesInForce(db, merchantId, cached);
  if (found === null) throw new Error(`merchant ${merchantId} has no version of routing rules`);
  const isUnreadable = found.experiment !== null && found.experiment.id === known?.unreadableExperiment;
  const experiment = isUnreadable
    ? null
    : openExperiment(deps, merchantId, found.experiment, known?.experiment ?? null);
  const unreadableExperiment = experiment === null ? (found.experiment?.id ?? null) : null;
  if (
    found.rules === null &&
    known !== null &&
    experiment === known.experiment &&
    unreadableExperiment === known.unreadableExperiment
  ) {
    return known;
  }
  const { version } = found;
  const { rules } = found.rules === null && known !== null ? known : readRules(version, found.rules ?? []);
  const ruleSet = { version, rules, experiment, unreadableExperiment };
  deps.ruleSets.set(merchantId, ruleSet);
  return ruleSet;
}

/** Candidate rules that cannot be read are left out: no payment depends on them. */
function openExperiment(
  deps: Deps,
  merchantId: number,
  found: FoundExperiment | null,
  known: OpenExperiment | null,
): OpenExperiment | null {
  if (found === null) return null;
  const { id, share } = found;
  const isKnown = known?.id === id;
  if (isKnown && (known.phase === "trial" ? known.share : null) === share) return known;
  if (!isKnown && !found.rules) {
    deps.logger.error({ merchantId, experiment: id }, "the rules of an experiment could not be read");
    return null;
  }
  const rules = isKnown ? known.rules : readRules(null, found.rules ?? []).rules;
  return share === null ? { id, rules, phase: "shadow" } : { id, rules, phase: "trial", share };
}

const SCATTER_BYTES = 6;

/** The first 48 bits of the SHA-256 as a fraction: a JavaScript number holds them exactly. */
export const sha256Scatter: Scatter = (text) => {
  const digest = createHash("sha256").update(text, "utf8").digest();
  return (digest.readUIntBE(0, SCATTER_BYTES) + 1) / 2 ** (8 * SCATTER_BYTES);
};
