/** Section 3.1. There is no PENDING and no FAILED; only SUCCESS means paid. */
export const PAYMENT_STATUSES = ["INITIATED", "SUCCESS", "FAILURE", "DROP", "CANCELLED"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Section 3.2. SUCCESS and FAILURE are terminal. */
export const REFUND_STATUSES = ["INITIATED", "PROCESSING", "SUCCESS", "FAILURE"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Section 4.1: matched exactly, capitals only (D4). */
export const PAYMENT_METHODS = ["CC", "DC", "UPI", "NB", "WALLET", "EMI"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Section 4.1: case-insensitive on the wire, kept in capitals. */
export const CARD_SCHEMES = [
  "VISA",
  "MASTERCARD",
  "RUPAY",
  "AMEX",
  "DINERS",
  "DISCOVER",
  "JCB",
  "UNIONPAY",
] as const;
export type CardScheme = (typeof CARD_SCHEMES)[number];

export function isTerminalRefund(status: RefundStatus): boolean {
  return status === "SUCCESS" || status === "FAILURE";
}
