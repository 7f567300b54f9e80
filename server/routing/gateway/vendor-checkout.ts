import {
  type CheckoutFailed,
  type CheckoutOpened,
  type CheckoutRequest,
  type GatewayPayment,
  GatewayUnavailable,
  type LookupPurpose,
} from "./port";

/** The checkouts of a vendor that hosts its own page, as its adapter builds its gateway from. */
export type VendorCheckout = {
  open(request: CheckoutRequest): Promise<CheckoutOpened | CheckoutFailed>;
  fetch(checkoutId: string, purpose: LookupPurpose): Promise<GatewayPayment>;
  voidCheckout(checkoutId: string): Promise<GatewayPayment>;
};

/**
 * What an error of opening a checkout means: a refusal of the vendor's, or an outage. Anything else is a fault of the
 * adapter, and is thrown.
 */
export function openingFailed(error: unknown, Refusal: new (...given: never[]) => Error): CheckoutFailed {
  if (error instanceof Refusal) return { kind: "failed", cause: "refused", message: error.message };
  if (error instanceof GatewayUnavailable)
    return { kind: "failed", cause: "unavailable", message: error.message };
  throw error;
}
