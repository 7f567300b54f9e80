import type { Payment } from "./payment";

/**
 * How long after its end a payment on a vendor's page is polled: a bank transfer or a lost notification can be that
 * late (decision 0004). The reconciliation finds later ones.
 */
const AFTER_EXPIRY_MS = 24 * 60 * 60 * 1000;
/** A charge on the service's own page takes seconds; an hour outlasts every outage in which its result can get lost. */
const AFTER_CHARGE_MS = 60 * 60 * 1000;

/** Until when to poll a payment whose customer was sent to a vendor's page. */
export function pollCheckoutUntil(payment: Pick<Payment, "expiresAt">): Date {
  return new Date(payment.expiresAt.getTime() + AFTER_EXPIRY_MS);
}

/** Until when to poll a payment that is about to be charged on the service's own page. */
export function pollChargeUntil(at: Date): Date {
  return new Date(at.getTime() + AFTER_CHARGE_MS);
}

/**
 * Whether a payment's checkout must be closed at its gateway: the payment has ended, and money may still arrive. One that
 * is paid is polled on where its customer may be charged again (decision 0004).
 */
export function mustClose(payment: Pick<Payment, "status" | "polledUntil">): boolean {
  return payment.polledUntil !== null && payment.status !== "INITIATED";
}
