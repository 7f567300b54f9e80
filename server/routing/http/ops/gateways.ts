import type { OpsBody } from "@/lib/contract/ops";
import type { GATEWAY_OPERATIONS } from "@/lib/contract/ops/gateways";
import { type GatewayList, listGateways } from "../../usecases/gateways/list-gateways";
import { resetGateway } from "../../usecases/gateways/reset-gateway";
import { type OpsHandlers, refuseOps } from "./handler";

export const gatewayHandlers: OpsHandlers<keyof typeof GATEWAY_OPERATIONS> = {
  "gateways.list": async (deps, { merchantId }) => {
    const { gateways, recentPayments } = await listGateways(deps, merchantId);
    return {
      status: 200,
      body: {
        gateways: gateways.map(
          ({ gateway: { name, isTest, takesPayments, capabilities }, health, recent }) => ({
            name,
            test: isTest,
            takes_payments: takesPayments,
            capabilities: {
              methods: [...capabilities.methods],
              currencies: capabilities.currencies === null ? null : [...capabilities.currencies],
              voids: capabilities.voids,
              notifies: capabilities.notifies,
            },
            health: presentHealth(health, deps.clock.now()),
            recent,
          }),
        ),
        recent_payments: {
          since: recentPayments.since.toISOString(),
          count: recentPayments.count,
          complete: recentPayments.isComplete,
        },
      },
    };
  },

  "gateways.reset": async (deps, { merchantId }, { gateway }) => {
    const health = await resetGateway(deps, merchantId, gateway);
    if (health === null) return refuseOps(404, `The service has no gateway named "${gateway}".`);
    return { status: 200, body: { gateway, health: presentHealth(health, deps.clock.now()) } };
  },
};

type Health = GatewayList["gateways"][number]["health"];

/** A trial call that is due happens with the next payment: it has no time of its own any more. */
function presentHealth({ circuit, lastFailure }: Health, now: Date): OpsBody<"gateways.reset">["health"] {
  const trialAt =
    circuit.state === "open"
      ? circuit.nextTrialAt
      : circuit.state === "half_open"
        ? circuit.trialUntil
        : null;
  return {
    state: circuit.state,
    consecutive_failures: circuit.state === "closed" ? circuit.failures.length : 0,
    opened_at: circuit.state === "closed" ? null : circuit.openedAt.toISOString(),
    next_trial_at: trialAt !== null && trialAt > now ? trialAt.toISOString() : null,
    last_failure_at: lastFailure?.at.toISOString() ?? null,
    last_failure: lastFailure?.message ?? null,
  };
}
