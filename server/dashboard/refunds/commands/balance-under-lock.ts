import { balanceOf, type ReportedRemaining, type Reservations } from "../domain/refund-balance";
import { isOpen, type RefundIntent } from "../domain/refund-intent";
import type { Refundable } from "../queries/read-refundable";

/**
 * The remaining balance of a payment for one more refund, and the refund of unknown outcome that blocks it. All facts
 * were read while the payment's ledger was locked; the ledger holds the balance that the service last reported.
 */
export function balanceUnderLock(facts: {
  refundable: Refundable;
  reported: ReportedRemaining | null;
  holds: Reservations;
  at: Date;
}): { open: RefundIntent | null; leftPaise: bigint } {
  const { refundable, reported, holds, at } = facts;
  return {
    open: holds.intents.find(isOpen) ?? null,
    leftPaise: balanceOf({ ...refundable, reported, holds, at }).leftPaise,
  };
}
