import type { Clock } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import type { GatewayConfig } from "./env";
import type { Gateway, Gateways } from "./port";
import { createRazorpay } from "./razorpay/razorpay";
import { withScriptedFaults } from "./simulator/scripted";
import { createSimulator } from "./simulator/simulator";
import { createStripe } from "./stripe/stripe";

/** The gateways of this process: the simulator always, and each vendor whose credentials are configured. */
export function createGateways(
  config: GatewayConfig,
  { pool, clock }: { pool: Pool; clock: Clock },
): Gateways {
  const { timeLimitMs } = config;
  const simulator = createSimulator({ pool, clock, refundMs: config.simulatorRefundMs });
  const gateways: Gateway[] = [
    config.simulatorFaults ? withScriptedFaults(simulator, { pool, clock }) : simulator,
  ];
  if (config.stripe !== null) gateways.push(createStripe({ ...config.stripe, timeLimitMs, clock }));
  if (config.razorpay !== null) gateways.push(createRazorpay({ ...config.razorpay, timeLimitMs, clock }));
  return new Map(gateways.map((gateway) => [gateway.name, gateway]));
}
