import type { Payment } from "../payments/payment";

/**
 * A payment's outcome is whether it was paid within this time after its checkout was opened. At one age for all: a success is
 * known at once, and a decline on a vendor's page often only when the page expires, a day later (decision 0313).
 */
export const OUTCOME_AGE_MS = 30 * 60_000;

/** When a payment counts whose gateways were asked at that time; one that can be paid for a shorter time counts at its end. */
export function countsAt(askedAt: Date, { expiresAt }: Pick<Payment, "expiresAt">): Date {
  const at = new Date(askedAt.getTime() + OUTCOME_AGE_MS);
  return at < expiresAt ? at : expiresAt;
}
