import { formatId } from "../../domain/payments/ids";
import type { Gateway } from "../../gateway/port";
import { type GatewayHealth, HEALTHY } from "../../store/gateways/gateway-health";
import { type AttemptCount, countGatewayAttempts } from "../../store/payments/routed-payments";
import type { Deps } from "../deps";
import { readGatewayState, usableGateways } from "./gateway-of";

export type ListedGateway = {
  gateway: Pick<Gateway, "name" | "isTest" | "takesPayments" | "capabilities">;
  health: GatewayHealth;
  recent: Record<AttemptCount["outcome"], number>;
};
export type GatewayList = {
  gateways: ListedGateway[];
  /** `isComplete`: the count includes every payment since then, not only the newest. */
  recentPayments: { since: Date; count: number; isComplete: boolean };
};

const RECENT_MS = 24 * 60 * 60 * 1000;
/** Bounds the cost of the count for a busy merchant. */
const MAX_COUNTED_PAYMENTS = 5_000;

/** The gateways for the merchant's payments with their health and their results for the merchant's payments of the last day. */
export async function listGateways(deps: Deps, merchantId: number): Promise<GatewayList> {
  const since = new Date(deps.clock.now().getTime() - RECENT_MS);
  const { healthOf, own } = await readGatewayState(deps.pool, merchantId);
  const usable = await usableGateways(deps, merchantId, own);
  const counted = await countGatewayAttempts(deps.pool, merchantId, {
    fromId: formatId("TXN", since.getTime()),
    limit: MAX_COUNTED_PAYMENTS,
  });
  const countOf = (name: string, outcome: AttemptCount["outcome"]): number =>
    counted.attempts.find((attempt) => attempt.gateway === name && attempt.outcome === outcome)?.count ?? 0;
  return {
    gateways: [...usable].map(([name, { gateway, circuit }]) => ({
      gateway,
      health: healthOf.get(circuit) ?? HEALTHY,
      recent: {
        opened: countOf(name, "opened"),
        failed: countOf(name, "failed"),
        skipped: countOf(name, "skipped"),
      },
    })),
    recentPayments: {
      since,
      count: counted.payments,
      isComplete: counted.payments < MAX_COUNTED_PAYMENTS,
    },
  };
}
