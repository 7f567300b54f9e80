import type { Payment } from "../../domain/payments/payment";
import type { Deps } from "../deps";

type Linked = Pick<Payment, "merchantId" | "checkoutToken">;

/** Where the customer pays: one link for all attempts of a reference (decisions 0038 and 0006). */
export function checkoutAddress(deps: Pick<Deps, "publicUrl">, payment: Linked): string {
  return `${deps.publicUrl}/pay/${payment.merchantId}-${payment.checkoutToken}`;
}

/** The query field that a payment link has for a customer who comes back, whatever its value. */
export const RETURNED_FIELD = "returned";

/** Where the customer waits for the outcome, after a vendor's page or a charge that was not answered. */
export function returnedAddress(deps: Pick<Deps, "publicUrl">, payment: Linked): string {
  return `${checkoutAddress(deps, payment)}?${RETURNED_FIELD}=1`;
}
