/**
 * The reasons that finance counts by, offered while the reason is written. They are sent and stored in these words whatever
 * language the person reads: `refund.reasons` explains them.
 */
export const REFUND_REASONS = [
  { id: "customer", sent: "Requested by the customer" },
  { id: "duplicate", sent: "Duplicate payment" },
  { id: "order", sent: "Order cancelled" },
  { id: "goods", sent: "Goods returned" },
  { id: "amount", sent: "Wrong amount charged" },
  { id: "fraud", sent: "Suspected fraud" },
] as const;

/** The service takes one free text (specification 4.4): the reason, then the note. Empty when neither is given. */
export function refundReason(chosen: string, note: string): string {
  return [chosen.trim(), note.trim()].filter((part) => part !== "").join(": ");
}
