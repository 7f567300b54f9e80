import { type Circuit, permissionOf } from "../../domain/gateways/circuit";
import type { RoutingFacts } from "../../domain/payments/payment";
import { gatewayOrder, route, type Routing } from "../../domain/rules/route";
import { HEALTHY } from "../../store/gateways/gateway-health";
import { GATEWAY_OFF } from "../checkout/open-checkout";
import { NO_SHARES } from "../../domain/success-rate/shares";
import type { Deps } from "../deps";
import { readGatewayState, usableGateways } from "../gateways/gateway-of";
import { sharesOfRules } from "../success-rate/shares-now";
import { chosenRules, type RuleChoice } from "./find-rules";
import { rulesThatFollow, sha256Scatter } from "./route-payment";

/** A gateway, in the order in which routing tries it. */
type SimulatedGateway = {
  ruleId: string;
  gateway: string;
  /** Null for a gateway that this process does not have. */
  circuit: Circuit["state"] | null;
  /** Null when routing would call it now. */
  skippedBecause: string | null;
};
type Simulation = { routing: Routing; at: Date; gateways: SimulatedGateway[] };

/**
 * Evaluates a sample payment against the chosen rules as of `at` (null: now), with the gateways as they are now.
 * Changes nothing; null when the merchant has no such version.
 */
export async function simulateRules(
  deps: Deps,
  merchantId: number,
  choice: RuleChoice,
  sample: { facts: RoutingFacts; at: Date | null },
): Promise<Simulation | null> {
  const ruleSet = await chosenRules(deps, merchantId, choice);
  if (ruleSet === null) return null;
  const following = rulesThatFollow(ruleSet);
  const sharesOf =
    following.length > 0 ? await sharesOfRules(deps, deps.pool, merchantId, following) : NO_SHARES;
  const now = deps.clock.now();
  const at = sample.at ?? now;
  const routing = route(ruleSet, sample.facts, { at, scatter: sha256Scatter, sharesOf });
  const { healthOf, own } = await readGatewayState(deps.pool, merchantId);
  const usable = await usableGateways(deps, merchantId, own);
  const gateways = gatewayOrder(routing.matching).map((place): SimulatedGateway => {
    const found = usable.get(place.gateway);
    if (found === undefined) {
      return { ...place, circuit: null, skippedBecause: "not configured in this service" };
    }
    if (!found.gateway.takesPayments) return { ...place, circuit: null, skippedBecause: GATEWAY_OFF };
    const { circuit, readAt } = healthOf.get(found.circuit) ?? HEALTHY;
    const permission = permissionOf(circuit, readAt);
    const skippedBecause = permission.kind === "skip" ? permission.reason : null;
    return { ...place, circuit: circuit.state, skippedBecause };
  });
  return { routing, at, gateways };
}
