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

/** The two fields again, of a reason that {@link refundReason} made; a text of another origin is all reason. */
export function splitReason(sent: string): { reason: string; note: string } {
  const known = REFUND_REASONS.find((reason) => sent.startsWith(`${reason.sent}: `));
  return known === undefined
    ? { reason: sent, note: "" }
    : { reason: known.sent, note: sent.slice(known.sent.length + 2) };
}

/** The service accepts one free text (specification 4.4): the reason, then the note. Empty when neither is given. */
export function refundReason(chosen: string, note: string): string {
  return [chosen.trim(), note.trim()].filter((part) => part !== "").join(": ");
}
