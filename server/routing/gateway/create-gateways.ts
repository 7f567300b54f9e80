import type { Clock } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import type { GatewayConfig } from "./env";
import type { Gateway, Gateways } from "./port";
import { withScriptedFaults } from "./simulator/scripted";
import { createSimulator } from "./simulator/simulator";

/**
 * The gateways of this process: always the simulator, at least to finish what it has started (decision 0210), and each
 * vendor whose credentials are configured. Only their SDKs are loaded: together they take a seventh of the process's
 * start time.
 */
export async function createGateways(
  config: GatewayConfig,
  { pool, clock }: { pool: Pool; clock: Clock },
): Promise<Gateways> {
  const { timeLimitMs } = config;
  const simulator = createSimulator({
    pool,
    clock,
    refundMs: config.simulatorRefundMs,
    takesPayments: config.simulatorTakesPayments,
  });
  const gateways: Gateway[] = [
    config.simulatorFaults ? withScriptedFaults(simulator, { pool, clock }) : simulator,
  ];
  if (config.stripe !== null) {
    const { createStripe } = await import("./stripe/stripe");
    gateways.push(createStripe({ ...config.stripe, timeLimitMs, clock }));
  }
  if (config.razorpay !== null) {
    const { createRazorpay } = await import("./razorpay/razorpay");
    gateways.push(createRazorpay({ ...config.razorpay, timeLimitMs, clock }));
  }
  return new Map(gateways.map((gateway) => [gateway.name, gateway]));
}
