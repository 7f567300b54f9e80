import type { CheckoutRequest } from "./port";

const MAX_LENGTH = 250;

/** The title on a vendor's page; cut between code points, so that no surrogate pair is split. */
export function checkoutTitle({ merchantName, reference }: CheckoutRequest): string {
  return [...`${merchantName}: ${reference}`].slice(0, MAX_LENGTH).join("");
}
