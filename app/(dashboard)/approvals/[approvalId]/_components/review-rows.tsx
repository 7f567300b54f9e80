"use client";

import { useTranslations } from "use-intl/react";
import { BulkRowStatus, rowStateName } from "@/app/(dashboard)/bulk/_components/bulk-status";
import { FaultText } from "@/components/bulk/fault-text";
import { FulfilledRequest } from "@/components/bulk/fulfilled-request";
import { TestBadge } from "@/components/payments/test-badge";
import { MoneyAlert } from "@/components/refunds/money-alert";
import { EmptyValue } from "@/components/ui/empty-value";
import { Money } from "@/components/ui/money";
import { DataTable, type Column } from "@/components/ui/table";
import { ForeignText, Sentence } from "@/components/ui/text";
import type { BulkRowView } from "@/lib/bulk";
import { shownAmount } from "@/lib/money";
import { PaymentReference } from "./payment-reference";

type ReviewRowsProps = {
  rows: BulkRowView[];
  isDecided: boolean;
  /** Some payments of the request are test payments and some are not. */
  hasMixedRows: boolean;
};

/** The rows of a request; their states once it is decided. */
export function ReviewRows({ rows, isDecided, hasMixedRows }: ReviewRowsProps) {
  const t = useTranslations("approvals");
  const bulk = useTranslations("bulk");
  const status = (row: BulkRowView) => (
    <BulkRowStatus state={row.state} word={bulk(`rowState.${rowStateName("refund", row.state)}`)} />
  );
  const reason = (row: BulkRowView) => (row.reason === null || row.reason === "" ? null : row.reason);
  const columns: Column<BulkRowView>[] = [
    {
      id: "line",
      heading: bulk("column.row"),
      width: "4.5rem",
      hideBelow: "sm",
      cell: (row) => <span className="text-ink-muted tabular-nums">{row.line}</span>,
    },
    {
      id: "payment",
      heading: t("detail.payment"),
      cell: (row) => (
        <>
          <PaymentReference row={row} /> <TestBadge isTest={hasMixedRows && row.isTest} />
          {reason(row) !== null && (
            <p className="text-xs text-ink-muted @3xl:hidden">
              <ForeignText>{reason(row) ?? ""}</ForeignText>
            </p>
          )}
          {row.faults.map((fault) => (
            <FaultText key={JSON.stringify(fault)} fault={fault} />
          ))}
          <FulfilledRequest row={row} />
          <MoneyAlert alert={row.alert} isInRow />
          {row.confirmedBy !== null && (
            <p className="text-xs text-ink-muted">
              <Sentence>{t("review.confirmedBy", { person: row.confirmedBy })}</Sentence>
            </p>
          )}
          {isDecided && <p className="mt-1 @xl:hidden">{status(row)}</p>}
        </>
      ),
    },
    {
      id: "reason",
      heading: t("detail.reason"),
      hideBelow: "md",
      cell: (row) => (reason(row) === null ? <EmptyValue /> : <ForeignText>{reason(row) ?? ""}</ForeignText>),
    },
    ...(isDecided
      ? [
          {
            id: "outcome",
            heading: bulk("column.outcome"),
            width: "9rem",
            hideBelow: "sm",
            cell: status,
          } satisfies Column<BulkRowView>,
        ]
      : []),
    {
      id: "amount",
      heading: t("list.amount"),
      width: "8.5rem",
      longest: ({ amount, currency }) => (amount === null ? null : shownAmount(amount, currency)),
      align: "end",
      cell: ({ amount, currency }) =>
        amount !== null && <Money amount={amount} currency={currency} className="font-semibold" />,
    },
  ];
  return <DataTable label={t("review.rows")} columns={columns} rows={rows} rowKey={({ rowId }) => rowId} />;
}
