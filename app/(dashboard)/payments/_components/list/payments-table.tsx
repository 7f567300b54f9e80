"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { PaymentStatusBadge } from "@/components/payments/payment-status";
import { TestBadge } from "@/components/payments/test-badge";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { displayAmount, shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";

const LINK_CLASS = "underline-offset-2 hover:underline";

/** One row per payment. On a phone the time is under the reference, and the status under the amount. */
export function PaymentsTable({ payments }: { payments: readonly PaymentListItem[] }) {
  const t = useTranslations("payments");
  const columns: readonly Column<PaymentListItem>[] = [
    {
      id: "created",
      heading: t("list.column.created"),
      width: "11.75rem",
      hideBelow: "lg",
      cell: ({ createdAt }) => <Time iso={createdAt} />,
    },
    {
      id: "reference",
      heading: t("list.column.reference"),
      cell: (payment) => <Reference payment={payment} />,
    },
    {
      id: "transaction",
      heading: t("list.column.transactionId"),
      width: "13.5rem",
      hideBelow: "sm",
      cell: ({ transactionId }) => (
        <Link
          href={paths.payment(transactionId)}
          dir="ltr"
          className={`block truncate font-mono text-[0.8125rem] text-accent ${LINK_CLASS}`}
        >
          {transactionId}
        </Link>
      ),
    },
    {
      id: "status",
      heading: t("list.column.status"),
      width: "8rem",
      hideBelow: "sm",
      cell: ({ status }) => <PaymentStatusBadge status={status} />,
    },
    {
      id: "route",
      heading: t("list.column.route"),
      width: "9.5rem",
      hideBelow: "md",
      cell: ({ method, gateway, isTest }) => (
        <>
          <Route method={method} gateway={gateway} />
          <TestBadge isTest={isTest} />
        </>
      ),
    },
    {
      id: "amount",
      heading: t("list.column.amount"),
      width: "8.75rem",
      longest: ({ amount, currency }) => shownAmount(amount, currency),
      align: "end",
      cell: (payment) => (
        <Amount
          payment={payment}
          refunded={(amount) => t("list.refunded", { amount })}
          inProgress={(amount) => t("list.inProgress", { amount })}
        />
      ),
    },
  ];
  return (
    <DataTable
      label={t("list.name")}
      columns={columns}
      rows={payments}
      rowKey={(payment) => payment.transactionId}
    />
  );
}

function Reference({ payment }: { payment: PaymentListItem }) {
  return (
    <>
      <Link
        href={paths.payments(payment.reference)}
        title={payment.reference}
        className={`block truncate font-medium ${LINK_CLASS}`}
      >
        <bdi>{payment.reference}</bdi>
      </Link>
      <Link
        href={paths.payment(payment.transactionId)}
        className={`mt-1 block text-xs leading-6 text-ink-muted @5xl:hidden ${LINK_CLASS}`}
      >
        <Time iso={payment.createdAt} />
      </Link>
    </>
  );
}

/** The method above the gateway, so that the reference has room. */
function Route({ method, gateway }: Pick<PaymentListItem, "method" | "gateway">) {
  const t = useTranslations("common.methodName");
  const parts = [method === null ? null : t(method), gateway].filter((part) => part !== null);
  if (parts.length === 0) return <EmptyValue>–</EmptyValue>;
  const words = parts.join(" · ");
  return (
    <span title={[method, gateway].filter((part) => part !== null).join(" · ")} className="block truncate">
      {words}
    </span>
  );
}

type AmountProps = {
  payment: PaymentListItem;
  refunded: (amount: string) => string;
  inProgress: (amount: string) => string;
};

/** The refunded or in-progress amount is under the paid amount. */
function Amount({ payment, refunded, inProgress }: AmountProps) {
  const { currency } = payment;
  return (
    <>
      <Money amount={payment.amount} currency={currency} className="font-medium" />
      <span className="mt-1 flex flex-col items-end gap-1 @xl:hidden">
        <PaymentStatusBadge status={payment.status} />
      </span>
      <span className="mt-1 block @3xl:hidden">
        <TestBadge isTest={payment.isTest} />
      </span>
      {payment.refunded !== null && (
        <span className="block text-xs text-ink-muted tabular-nums">
          {refunded(displayAmount(payment.refunded, currency))}
        </span>
      )}
      {payment.inProgress !== null && (
        <span className="block text-xs text-warning tabular-nums">
          {inProgress(displayAmount(payment.inProgress, currency))}
        </span>
      )}
    </>
  );
}
