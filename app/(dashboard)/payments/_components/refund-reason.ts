/**
 * The reasons that finance reports by, suggested while the user types. They are sent and stored in these words in every
 * language: `refund.reasons` explains them.
 */
export const REFUND_REASONS = [
  { id: "customer", sent: "Requested by the customer" },
  { id: "duplicate", sent: "Duplicate payment" },
  { id: "order", sent: "Order cancelled" },
  { id: "goods", sent: "Goods returned" },
  { id: "amount", sent: "Wrong amount charged" },
  { id: "fraud", sent: "Suspected fraud" },
] as const;

/** The service accepts one free text (specification 4.4): the reason, then the note. Empty when neither is given. */
export function refundReason(chosen: string, note: string): string {
  return [chosen.trim(), note.trim()].filter((part) => part !== "").join(": ");
}
