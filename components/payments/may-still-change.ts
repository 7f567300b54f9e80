import type { PaymentView } from "@/lib/payments/payment-view";

/** As long as a link can be paid unless the service is configured otherwise (decision 0032). */
const LINK_LIFETIME_MS = 24 * 60 * 60_000;

/**
 * Whether a reference's records can still change: its newest one waits for the customer, or has ended without money and the
 * customer may try again by the same link (decision 0029). `checkedAt` is the time of the answer that the records came with.
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
