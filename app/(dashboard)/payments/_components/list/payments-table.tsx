"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { arrangeColumns, type ListColumns } from "@/components/lists/arrange-columns";
import { MaskedCustomer } from "@/components/payments/masked-customer";
import { PaymentStateCell } from "@/components/payments/payment-state";
import { TestBadge } from "@/components/payments/test-badge";
import { type Choice, choiceColumn } from "@/components/ui/choice-column";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, Line, WithMarks } from "@/components/ui/text";
import { ROW_TIME_WIDTH, RowTime, Time } from "@/components/ui/time";
import type { ShownColumns } from "@/lib/lists/list-columns";
import { paths } from "@/lib/paths";
import { PAYMENT_DETAILS, type PaymentDetail } from "@/lib/payments/payment-details";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";

export type PaymentsTableProps = {
  payments: readonly PaymentListItem[];
  columns: ShownColumns;
  /** Null where nothing can be done with several payments at once. */
  choice?: Pick<Choice<PaymentListItem>, "chosen" | "onChoose"> | null;
};

/** One row per payment, which opens it. Its ids are in the tooltip, for screen readers, and on its page. */
export function PaymentsTable({ payments, columns: shown, choice = null }: PaymentsTableProps) {
  const t = useTranslations("payments");
  const common = useTranslations("common");
  const available: ListColumns<"payments", PaymentListItem> = {
    amount: {
      align: "end",
      onCard: "start",
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} className="font-semibold" />,
    },
    // "Refund in progress ₹5,250.00" is on one line.
    status: { width: "15.25rem", onCard: "line", cell: (payment) => <ShownStatus payment={payment} /> },
    // A reference of fifteen characters is whole beside the other columns of a small laptop.
    reference: {
      fills: "cut",
      width: "9rem",
      onCard: "last",
      cell: ({ transactionId, reference, isTest }) => (
        <>
          <TestBadge isTest={isTest} />
          <Link
            data-opens
            href={paths.payment(transactionId, reference)}
            title={`${reference}\n${transactionId}`}
          >
            <bdi>
              <WithMarks text={reference} />
            </bdi>
            <span className="sr-only">{` ${transactionId}`}</span>
          </Link>
        </>
      ),
    },
    customer: payments.some(({ customer }) => customer !== null) ? CUSTOMER : null,
    method: {
      fills: "cut",
      hideBelow: "md",
      onCard: "last",
      cell: ({ method }) =>
        method === null ? (
          <EmptyValue>–</EmptyValue>
        ) : (
          <span title={method}>{common(`methodName.${method}`)}</span>
        ),
    },
    gateway: {
      hideBelow: "ml",
      cell: ({ gateway }) => (gateway === null ? <EmptyValue>–</EmptyValue> : <bdi>{gateway}</bdi>),
    },
    created: {
      width: ROW_TIME_WIDTH,
      align: "end",
      hideBelow: "md",
      onCard: "end",
      cell: ({ createdAt }) => <RowTime iso={createdAt} />,
    },
    refunded: detailColumn("refunded", ({ refunded }) => refunded),
    ...everyDetail((detail) =>
      detailColumn(detail, ({ details }) => {
        if (detail !== "decline") return details?.[detail];
        const { decline = null } = details ?? {};
        return decline === null ? null : common(`declineReason.${decline}`);
      }),
    ),
  };
  const arranged = arrangeColumns(available, (id) => t(`list.column.${id}`), shown);
  return (
    <DataTable
      label={t("list.name")}
      columns={
        choice === null
          ? arranged
          : [
              choiceColumn({
                ...choice,
                rows: payments,
                keyOf: ({ transactionId }) => transactionId,
                labelAll: t("select.all"),
                labelOf: ({ reference, transactionId }) => t("select.one", { reference, transactionId }),
              }),
              ...arranged,
            ]
      }
      rows={payments}
      rowKey={(payment) => payment.transactionId}
      opensRows
      isChosen={({ transactionId }) => choice?.chosen.has(transactionId) ?? false}
    />
  );
}

type DataColumn = Omit<Column<PaymentListItem>, "id" | "heading">;

/** A column that a person may choose in addition. */
function detailColumn(
  id: PaymentDetail | "refunded",
  valueOf: (payment: PaymentListItem) => string | null | undefined,
): DataColumn {
  const isMoney = id === "refunded" || id === "remaining";
  return {
    align: isMoney || id === "attempt" || id === "completed" ? "end" : "start",
    ...(id.startsWith("udf") && { fills: "cut" as const }),
    cell: (payment) => {
      const value = valueOf(payment) ?? "";
      if (value === "") return <EmptyValue>–</EmptyValue>;
      if (isMoney) return <Money amount={value} currency={payment.currency} />;
      return id === "completed" ? <RowTime iso={value} /> : <Line text={value} />;
    },
  };
}

/** Not there when the service does not list customers. */
const CUSTOMER: DataColumn = {
  fills: "cut",
  hideBelow: "md",
  onCard: "last",
  cell: ({ customer }) => <MaskedCustomer customer={customer} />,
};

function everyDetail(columnOf: (detail: PaymentDetail) => DataColumn): Record<PaymentDetail, DataColumn> {
  const columns = PAYMENT_DETAILS.map((detail) => [detail, columnOf(detail)] as const);
  return Object.fromEntries(columns) as Record<PaymentDetail, DataColumn>;
}

/** Adds the time at which the status was seen, where it may have changed since. */
function ShownStatus({ payment }: { payment: PaymentListItem }) {
  const t = useTranslations("payments");
  const { seenAt } = payment;
  return (
    <>
      <PaymentStateCell payment={payment} />
      {seenAt !== undefined && (
        <span className="ml-1.5 text-ink-muted">
          {t.rich("list.seenAt", { at: () => <Time iso={seenAt} /> })}
        </span>
      )}
    </>
  );
}
