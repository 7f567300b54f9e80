import type { PaymentMethod } from "@/lib/contract/statuses";
import type { Payment } from "../../domain/payments/payment";
import type { Deps } from "../deps";

/** Its gateway takes no payments any more, as the simulator once a vendor is configured: nobody can pay it (decision 0210). */
export function isGatewayOff(deps: Deps, { gateway }: Payment): boolean {
  return gateway !== null && deps.gateways.get(gateway)?.takesPayments === false;
}

/**
 * The methods that a payment's customer may choose from on the service's own page: those of its gateway, narrowed to the
 * one that the merchant named where the gateway has it. Empty where a vendor's page takes the choice, and while the
 * gateway is off.
 */
export function offeredMethods(deps: Deps, payment: Payment): readonly PaymentMethod[] {
  const gateway = payment.gateway === null ? undefined : deps.gateways.get(payment.gateway);
  if (gateway === undefined || gateway.hostedCheckout === null || !gateway.takesPayments) return [];
  const { methods } = gateway.capabilities;
  const wish = payment.paymentMethod;
  return wish !== null && methods.includes(wish) ? [wish] : methods;
}
