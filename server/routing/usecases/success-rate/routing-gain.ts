import { targetSchema, type WireTarget } from "@/lib/contract/rules/target";
import { OUTCOME_AGE_MS } from "../../domain/success-rate/outcome-age";
import { type Gain, gainOf, isCompared } from "../../domain/success-rate/gain";
import { findEarlierTargets } from "../../store/rules/earlier-targets";
import { findGains, type FoundGains } from "../../store/success-rate/gains";
import type { Deps } from "../deps";

const DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * `basis`: what it is compared with: the target that each rule had before it followed success rates, equal shares of its
 * gateways where it had none that can be compared, or both. Null where no rule has enough payments. Days are of UTC, as `2026-11-26`.
 */
type RoutingGain = Gain & {
  basis: "earlier" | "equal" | "mixed" | null;
  from: string;
  before: string;
};

/**
 * Estimates by how much routing by success rates raised the success rate, compared with other rules. It covers payments
 * that were created on the last seven days of which all have counted (decision 0321).
 */
export async function routingGain(deps: Deps, merchantId: number): Promise<RoutingGain> {
  const end = deps.clock.now().getTime() - OUTCOME_AGE_MS;
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const [from, before] = [dayOf(end - DAYS * DAY_MS), dayOf(end)];
  const found = await findGains(deps.pool, merchantId, { from, before });
  const targets = found.length === 0 ? [] : await findEarlierTargets(deps.pool, merchantId, found);
  const strata = found.map(({ gateways, arms }, place) => {
    const earlier = partsOf(targets[place], gateways);
    const basis: "earlier" | "equal" = earlier === null ? "equal" : "earlier";
    return { arms, baseline: earlier ?? equalParts(gateways), basis };
  });
  const bases = new Set(strata.filter(isCompared).map((stratum) => stratum.basis));
  const [basis] = bases;
  return { ...gainOf(strata), basis: bases.size > 1 ? "mixed" : (basis ?? null), from, before };
}

/** The part of the payments that each gateway got first under a target; null where it names another gateway. */
function partsOf(stored: unknown, gateways: FoundGains["gateways"]): Map<string, number> | null {
  const { data: target } = targetSchema.safeParse(stored);
  if (target === undefined) return null;
  const parts = firstParts(target);
  return parts !== null && [...parts.keys()].every((name) => gateways.includes(name)) ? parts : null;
}

function firstParts(target: WireTarget): Map<string, number> | null {
  switch (target.kind) {
    case "gateway":
      return new Map([[target.gateway, 1]]);
    case "failover":
      return target.gateways[0] === undefined ? null : new Map([[target.gateways[0], 1]]);
    case "split": {
      const total = target.shares.reduce((sum, { weight }) => sum + weight, 0);
      return new Map(target.shares.map(({ gateway, weight }) => [gateway, weight / total]));
    }
    case "success_rate":
      return null;
  }
}

function equalParts(gateways: FoundGains["gateways"]): Map<string, number> {
  return new Map(gateways.map((gateway) => [gateway, 1 / gateways.length]));
}
