import type { Clock } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import type { GatewayConfig } from "./env";
import type { Gateway, Gateways } from "./port";
import { withScriptedFaults } from "./simulator/scripted";
import { listFurtherSimulators } from "./simulator/records";
import { createSimulator, SIMULATOR } from "./simulator/simulator";

/**
 * The gateways of this process: always the simulator, at least to finish what it has started (decision 0210), and each
 * vendor whose credentials are configured. Only their code is loaded: together they take a seventh of the process's
 * start time.
 */
export async function createGateways(
  config: GatewayConfig,
  { pool, clock }: { pool: Pool; clock: Clock },
): Promise<Gateways> {
  const { timeLimitMs } = config;
  const names = [SIMULATOR, ...(await listFurtherSimulators(pool))];
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
  if (config.stripe !== null) {
    const { createStripe } = await import("./stripe/stripe");
    gateways.push(createStripe({ ...config.stripe, timeLimitMs, clock }));
  }
  if (config.razorpay !== null) {
    const { createRazorpay } = await import("./razorpay/razorpay");
    gateways.push(createRazorpay({ ...config.razorpay, timeLimitMs, clock }));
  }
  if (config.adyen !== null) {
    const { createAdyen } = await import("./adyen/adyen");
    const { createAdyenEvents } = await import("./adyen/events");
    const events = createAdyenEvents(pool, clock);
    gateways.push(createAdyen({ ...config.adyen, timeLimitMs, events, clock }));
  }
  if (config.paypal !== null) {
    const { createPayPal } = await import("./paypal/paypal");
    gateways.push(createPayPal({ ...config.paypal, timeLimitMs, clock }));
  }
  return new Map(gateways.map((gateway) => [gateway.name, gateway]));
}
