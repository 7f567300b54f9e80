import {
  type Charge,
  type ChargedMoney,
  type CheckoutFailed,
  type CheckoutOpened,
  type CheckoutRequest,
  type GatewayPayment,
  GatewayUnavailable,
  type LookupPurpose,
  type StoredCheckout,
} from "./port";

/** The checkouts of a vendor that hosts its own page, as its adapter builds its gateway from. */
export type VendorCheckout = {
  open(request: CheckoutRequest): Promise<CheckoutOpened | CheckoutFailed>;
  fetch(checkoutId: string, purpose: LookupPurpose): Promise<GatewayPayment>;
  voidCheckout(checkoutId: string): Promise<GatewayPayment>;
};

/**
 * Finds a checkout of a vendor that makes the ids of its checkouts itself: no other account can have one of this id, so
 * a checkout that is found is the one that was opened. Never use it for an id of ours.
 */
export function foundByVendorsId(checkout: VendorCheckout): (opened: StoredCheckout) => Promise<boolean> {
  return async ({ checkoutId }) => {
    await checkout.fetch(checkoutId, "look");
    return true;
  };
}

/** A paid checkout, with everything that was charged on it. */
export function success(
  charge: ChargedMoney,
  otherCharges: readonly ChargedMoney[],
  mayStillBeCharged: boolean,
): Extract<Charge, { status: "SUCCESS" }> {
  return {
    status: "SUCCESS",
    ...charge,
    ...(otherCharges.length > 0 && { otherCharges }),
    ...(mayStillBeCharged && { mayStillBeCharged }),
  };
}

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
