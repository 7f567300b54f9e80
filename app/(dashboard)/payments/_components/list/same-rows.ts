import type { PaymentListItem } from "@/lib/payments/payment-list-views";

/** Whether both lists show the same payments, in whatever state. */
export function areSameRows(before: readonly PaymentListItem[], after: readonly PaymentListItem[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ transactionId }, index) => transactionId === after[index]?.transactionId)
  );
}
