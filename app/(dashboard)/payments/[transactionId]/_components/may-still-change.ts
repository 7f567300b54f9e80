import type { PaymentView } from "@/lib/payments/payment-view";

/** How long a link can be paid in the service's default configuration (decision 0032). */
const LINK_LIFETIME_MS = 24 * 60 * 60_000;

/**
 * Whether the payments of a reference can still change: the newest is initiated, or has ended without money and the
 * customer may try again by the same link (decision 0029). `checkedAt` is the time of the response with the payments.
 */
export function mayStillChange(payments: readonly PaymentView[], checkedAt: string): boolean {
  const latest = payments.find(({ isLatest }) => isLatest);
  switch (latest?.status) {
    case "INITIATED":
      return true;
    case "FAILURE":
    case "DROP":
      return Date.parse(checkedAt) - Date.parse(latest.createdAt) < LINK_LIFETIME_MS;
    case "SUCCESS":
    case "CANCELLED":
    case undefined:
      return false;
  }
}
