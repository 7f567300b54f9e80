import type { Payment } from "./payment";

/**
 * How long after its end a payment at a vendor's page is still asked about: a bank transfer or a lost notification can
 * be that late (decision 0033). Later ones are found by the reconciliation.
 */
const AFTER_EXPIRY_MS = 24 * 60 * 60 * 1000;
/** On the service's own page money moves within seconds; an hour outlives every outage that a charge can get lost in. */
const AFTER_CHARGE_MS = 60 * 60 * 1000;

/** Until when a payment is watched whose customer was sent to a vendor's page. */
export function watchOfCheckout(payment: Pick<Payment, "expiresAt">): Date {
  return new Date(payment.expiresAt.getTime() + AFTER_EXPIRY_MS);
}

/** Until when a payment is watched that is about to be charged on the service's own page. */
export function watchOfCharge(at: Date): Date {
  return new Date(at.getTime() + AFTER_CHARGE_MS);
}

/**
 * Whether a payment's checkout is to be closed at its gateway: it has ended without money, and money may still come.
 */
export function mustClose(payment: Pick<Payment, "status" | "watchedUntil">): boolean {
  return payment.watchedUntil !== null && payment.status !== "INITIATED" && payment.status !== "SUCCESS";
}
