import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import { type Gateway, GatewayUnavailable, type HostedCheckout } from "../port";
import { failUntil, type SimulatorFault, type SimulatorOperation, takeFault } from "./faults";

/**
 * The simulator with the faults that a test scripts (`testing/simulator-script.ts`). Separate from the simulator, so
 * that a service that is not under test has no faults and runs no query for them.
 */
export function withScriptedFaults(simulator: Gateway, options: { pool: Pool; clock: Clock }): Gateway {
  const { pool, clock } = options;

  /** The fault of this call, if the call can continue with it; other faults have already thrown. */
  async function meet(operation: SimulatorOperation, subject: string): Promise<SimulatorFault | null> {
    const fault = await takeFault(pool, operation, subject);
    if (fault === null) return null;
    switch (fault.kind) {
      case "unavailable":
        throw new GatewayUnavailable("the simulator was scripted to be unavailable");
      case "hang":
        await pause(fault.delayMs);
        throw new GatewayUnavailable("the simulator was scripted not to respond in time");
      case "slow":
        await pause(fault.delayMs);
        return null;
      case "refuse":
      case "lose_response":
      case "late_success":
        return fault;
    }
  }

  /** Makes the call, and drops its response when the fault says so. */
  async function answered<T>(fault: SimulatorFault | null, call: () => Promise<T>): Promise<T> {
    const response = await call();
    if (fault?.kind === "lose_response") {
      throw new GatewayUnavailable("the simulator was scripted to lose its answer");
    }
    return response;
  }

  const scriptedCheckout = (hosted: HostedCheckout): HostedCheckout => ({
    async charge(request) {
      const fault = await meet("charge", request.checkoutId);
      const outcome = fault?.kind === "refuse" ? "FAILURE" : request.outcome;
      return answered(fault, () => hosted.charge({ ...request, outcome }));
    },
  });

  return {
    ...simulator,
    async openCheckout(request) {
      const fault = await meet("open_checkout", request.idempotencyKey);
      if (fault?.kind === "refuse") {
        return { kind: "failed", cause: "refused", message: "The simulator was scripted to refuse." };
      }
      return answered(fault, () => simulator.openCheckout(request));
    },
    async fetchPayment(checkoutId, purpose) {
      return answered(await meet("fetch_payment", checkoutId), () =>
        simulator.fetchPayment(checkoutId, purpose),
      );
    },
    async voidCheckout(checkoutId) {
      return answered(await meet("fetch_payment", checkoutId), () => simulator.voidCheckout(checkoutId));
    },
    async refund(request) {
      const fault = await meet("refund", request.idempotencyKey);
      if (fault?.kind === "refuse") return { gatewayRefundId: null, status: "FAILURE" };
      const sent = await answered(fault, () => simulator.refund(request));
      if (fault?.kind !== "late_success" || sent.gatewayRefundId === null) return sent;
      const now = clock.now();
      await failUntil(pool, sent.gatewayRefundId, now, new Date(now.getTime() + fault.delayMs));
      return { gatewayRefundId: sent.gatewayRefundId, status: "FAILURE" };
    },
    async fetchRefund(gatewayRefundId) {
      const fault = await meet("fetch_refund", gatewayRefundId);
      return answered(fault, () => simulator.fetchRefund(gatewayRefundId));
    },
    hostedCheckout: simulator.hostedCheckout === null ? null : scriptedCheckout(simulator.hostedCheckout),
  };
}
