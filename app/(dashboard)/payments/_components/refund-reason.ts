/** The reasons that finance counts by, offered while the reason is written. */
export const REFUND_REASONS = [
  "Requested by the customer",
  "Duplicate payment",
  "Order cancelled",
  "Goods returned",
  "Wrong amount charged",
  "Suspected fraud",
] as const;

/** The service takes one free text (section 4.4): the reason, then the note. Empty when neither is given. */
export function refundReason(chosen: string, note: string): string {
  return [chosen.trim(), note.trim()].filter((part) => part !== "").join(": ");
}
