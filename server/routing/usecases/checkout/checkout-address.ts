import type { Payment } from "../../domain/payments/payment";
import type { Deps } from "../deps";

type Linked = Pick<Payment, "merchantId" | "checkoutToken">;

/** The URL of the checkout page: one link for all attempts of a merchant reference (decision 0038). */
export function checkoutAddress(deps: Pick<Deps, "publicUrl">, payment: Linked): string {
  return `${deps.publicUrl}/pay/${payment.merchantId}-${payment.checkoutToken}`;
}

/** The query field that marks a customer who returns from paying; its value is ignored. */
export const RETURNED_FIELD = "returned";

/** The URL where the customer waits for the outcome, after a vendor's page or a charge with unknown outcome. */
export function returnedAddress(deps: Pick<Deps, "publicUrl">, payment: Linked): string {
  return `${checkoutAddress(deps, payment)}?${RETURNED_FIELD}=1`;
}
