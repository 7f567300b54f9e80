import type { translator } from "@/components/i18n/server";
import { type ColumnId, LIST_COLUMNS } from "@/lib/lists/list-columns";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";

type Words = Awaited<ReturnType<typeof translator<"payments">>>;

/** The columns that the list can show, with their headings; customers only where the service lists them. */
export function paymentColumnNames(
  t: Words,
  payments: readonly PaymentListItem[],
): Readonly<Record<string, string>> {
  const ids = Object.keys(LIST_COLUMNS.payments) as ColumnId<"payments">[];
  const hasCustomers = payments.some(({ customer }) => customer !== null);
  return Object.fromEntries(
    ids.filter((id) => id !== "customer" || hasCustomers).map((id) => [id, t(`list.column.${id}`)]),
  );
}
