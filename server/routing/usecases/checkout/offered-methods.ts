import type { PaymentMethod } from "@/lib/contract/statuses";
import type { Payment } from "../../domain/payments/payment";
import type { Deps } from "../deps";

/**
 * Whether the payment's gateway no longer takes payments, like the simulator once a vendor is configured (decision
 * 0210).
 */
export function isGatewayOff(deps: Deps, { gateway }: Payment): boolean {
  return gateway !== null && deps.gateways.get(gateway)?.takesPayments === false;
}

/**
 * The payment methods offered on the service's own checkout page: those of the gateway, narrowed to the one in the
 * merchant's request where the gateway supports it. Empty when the vendor's page offers the methods, and while the
 * gateway is off.
 */
export function offeredMethods(deps: Deps, payment: Payment): readonly PaymentMethod[] {
  const gateway = payment.gateway === null ? undefined : deps.gateways.get(payment.gateway);
  if (gateway === undefined || gateway.hostedCheckout === null || !gateway.takesPayments) return [];
  const { methods } = gateway.capabilities;
  const wish = payment.paymentMethod;
  return wish !== null && methods.includes(wish) ? [wish] : methods;
}
