import type { CheckoutRequest } from "./port";

const MAX_LENGTH = 250;

/** What the customer reads on a vendor's page; cut between code points, so that no half of a surrogate pair is left. */
export function checkoutTitle({ merchantName, reference }: CheckoutRequest): string {
  return [...`${merchantName}: ${reference}`].slice(0, MAX_LENGTH).join("");
}
