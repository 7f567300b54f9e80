import type { PaymentListItem } from "@/lib/payments/payment-list-views";

/** Whether both lists show the same payments in the same state, whatever columns they have. */
export function areSameRows(before: readonly PaymentListItem[], after: readonly PaymentListItem[]): boolean {
  return signOf(before) === signOf(after);
}

function signOf(payments: readonly PaymentListItem[]): string {
  return JSON.stringify(payments.map(({ details: _, ...payment }) => payment));
}
