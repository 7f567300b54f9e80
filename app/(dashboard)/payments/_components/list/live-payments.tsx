"use client";

import { useTranslations } from "use-intl/react";
import { useLiveRows } from "@/components/live/use-live-rows";
import type { Role } from "@/lib/can";
import { paths } from "@/lib/paths";
import { type PaymentListItem, PAYMENTS_PER_PAGE } from "@/lib/payments/payment-list-views";
import { PaymentsTable, type PaymentsTableProps } from "./payments-table";
import { SelectablePayments } from "./selectable-payments";

type LivePaymentsProps = Pick<PaymentsTableProps, "payments" | "columns"> & {
  /** The filter of the list, as in its address. */
  filter: Record<string, string | string[]>;
  /** Newer payments than this are counted; null on an older page. */
  since: string | null;
  /** Who may select rows; null where nothing can be done with several. */
  role: Role | null;
};

/** One page of the list, kept up to date. */
export function LivePayments({ payments, columns, filter, since, role }: LivePaymentsProps) {
  const t = useTranslations("payments.list");
  const path = paths.api.livePayments({
    ...filter,
    id: payments.map(keyOf),
    detail: Object.keys(payments[0]?.details ?? {}),
    ...(since !== null && { since }),
  });
  const live = useLiveRows(path, payments, keyOf, (n) =>
    t("newer", { n, isMore: String(n >= PAYMENTS_PER_PAGE) }),
  );
  return (
    <>
      {live.line}
      {payments.length === 0 ? null : role === null ? (
        <PaymentsTable payments={live.rows} columns={columns} />
      ) : (
        <SelectablePayments payments={live.rows} columns={columns} role={role} />
      )}
    </>
  );
}

const keyOf = ({ transactionId }: PaymentListItem): string => transactionId;
