import type { Clock } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import { ADAPTERS } from "./create-vendor";
import type { GatewayConfig } from "./env";
import type { Gateway, Gateways } from "./port";
import { withScriptedFaults } from "./simulator/scripted";
import { listFurtherSimulators } from "./simulator/records";
import { createSimulator, SIMULATOR } from "./simulator/simulator";

/**
 * The gateways of this process: the simulator, at least to finish what it has started (decision 0210), unless this
 * installation never had it, and each vendor whose credentials are in the environment.
 */
export async function createGateways(
  config: GatewayConfig,
  { pool, clock }: { pool: Pool; clock: Clock },
): Promise<Gateways> {
  const names = config.hasSimulator ? [SIMULATOR, ...(await listFurtherSimulators(pool))] : [];
  const gateways: Gateway[] = names.map((name) => {
    const simulator = createSimulator({
      name,
      pool,
      clock,
      refundMs: config.simulatorRefundMs,
      takesPayments: config.simulatorTakesPayments,
    });
    return config.simulatorFaults ? withScriptedFaults(simulator, { pool, clock }) : simulator;
  });
  const around = { timeLimitMs: config.timeLimitMs, pool, clock, owner: null };
  if (config.stripe !== null) gateways.push(await ADAPTERS.stripe(config.stripe, around));
  if (config.razorpay !== null) gateways.push(await ADAPTERS.razorpay(config.razorpay, around));
  if (config.adyen !== null) gateways.push(await ADAPTERS.adyen(config.adyen, around));
  if (config.paypal !== null) gateways.push(await ADAPTERS.paypal(config.paypal, around));
  if (config.cashfree !== null) gateways.push(await ADAPTERS.cashfree(config.cashfree, around));
  return new Map(gateways.map((gateway) => [gateway.name, gateway]));
}
