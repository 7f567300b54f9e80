/** There is no PENDING and no FAILED; only SUCCESS means paid (specification 3.1). */
export const PAYMENT_STATUSES = ["INITIATED", "SUCCESS", "FAILURE", "DROP", "CANCELLED"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** SUCCESS and FAILURE are final (specification 3.2). */
export const REFUND_STATUSES = ["INITIATED", "PROCESSING", "SUCCESS", "FAILURE"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Matched exactly, capitals only (specification 4.1, decision 0026). */
export const PAYMENT_METHODS = ["CC", "DC", "UPI", "NB", "WALLET", "EMI"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Accepted in any case, stored in capitals (specification 4.1). */
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
