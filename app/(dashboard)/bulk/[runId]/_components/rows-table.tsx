"use client";

import { useTranslations } from "use-intl/react";
import { TestBadge } from "@/components/payments/test-badge";
import { Link } from "@/components/ui/link";
import { BulkRowStatus, rowStateName } from "@/app/(dashboard)/bulk/_components/bulk-status";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { ForeignText } from "@/components/ui/text";
import { type BulkKind, type BulkRowView, isPaidLate } from "@/lib/bulk";
import { shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { ConfirmRow } from "./confirm-row";
import { MoneyAlert } from "@/components/refunds/money-alert";
import { OutsideRefunds } from "@/components/refunds/outside-refunds";
import { FaultText } from "@/components/bulk/fault-text";
import { FulfilledRequest } from "@/components/bulk/fulfilled-request";

export function RowsTable({
  kind,
  rows,
  confirmsFor,
}: {
  kind: BulkKind;
  rows: readonly BulkRowView[];
  /** The run whose likely duplicates the viewer may confirm; null when they may not, or no longer. */
  confirmsFor: string | null;
}) {
  const t = useTranslations("bulk");
  const columns: Column<BulkRowView>[] = [
    {
      id: "line",
      heading: t("column.row"),
      width: "4.5rem",
      hideBelow: "sm",
      cell: (row) => <span className="text-ink-muted tabular-nums">{row.line}</span>,
    },
    {
      id: "reference",
      heading: t("column.reference"),
      cell: (row) => <RowSubject kind={kind} row={row} confirmsFor={confirmsFor} />,
    },
    {
      id: "outcome",
      heading: t("column.outcome"),
      width: "10rem",
      hideBelow: "sm",
      cell: (row) => (
        <BulkRowStatus state={row.state} word={t(`rowState.${rowStateName(kind, row.state)}`)} />
      ),
    },
    {
      id: "amount",
      heading: t("column.amount"),
      width: "8.5rem",
      longest: ({ found, amount, currency }) =>
        found !== null
          ? shownAmount(found.amount, found.currency)
          : amount === null || currency === null
            ? null
            : shownAmount(amount, currency),
      align: "end",
      cell: (row) => <RowAmount row={row} />,
    },
  ];
  // Row texts are the same for every kind; the result of a lookup takes the place of a refund id.
  return (
    <DataTable
      label={`${t("rows.label")} (${t(`kind.${kind}`)})`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.rowId}
    />
  );
}

function RowSubject({
  kind,
  row,
  confirmsFor,
}: {
  kind: BulkKind;
  row: BulkRowView;
  confirmsFor: string | null;
}) {
  const t = useTranslations("bulk");
  const common = useTranslations("common");
  const transactionId = row.found?.transactionId ?? row.transactionId;
  return (
    <>
      {row.reference === "" ? (
        <span className="text-ink-muted">—</span>
      ) : (
        <Link href={paths.payments(row.reference)} className="font-medium underline-offset-2 hover:underline">
          <ForeignText>{row.reference}</ForeignText>
        </Link>
      )}
      {transactionId !== null && (
        <p
          className="font-mono text-xs text-ink-muted max-sm:text-[0.6875rem] max-sm:tracking-tighter"
          dir="ltr"
        >
          {transactionId}
        </p>
      )}
      <TestBadge isTest={row.isTest} />
      <p className="my-1 @xl:hidden">
        <BulkRowStatus state={row.state} word={t(`rowState.${rowStateName(kind, row.state)}`)} />
      </p>
      {row.reason !== null && (
        <p className="text-xs text-ink-muted">
          <ForeignText>{row.reason}</ForeignText>
        </p>
      )}
      {row.faults.map((fault) => (
        <FaultText key={JSON.stringify(fault)} fault={fault} />
      ))}
      <MoneyAlert alert={row.alert} isInRow />
      {row.currency !== null && <OutsideRefunds outside={row.outside} currency={row.currency} />}
      {confirmsFor !== null && (row.state === "likely_duplicate" || row.confirmedBy !== null) && (
        <ConfirmRow runId={confirmsFor} row={row} />
      )}
      {row.confirmedBy !== null && (
        <p className="text-xs text-ink-muted">{t("confirm.by", { person: row.confirmedBy })}</p>
      )}
      <FulfilledRequest row={row} />
      {row.message !== null && <p className="text-sm">{common("serviceSaid", { words: row.message })}</p>}
      {kind === "refund" && row.state === "unknown" && (
        <p>
          <Link
            href={paths.refundIntent(row.rowId)}
            className="text-sm text-accent underline underline-offset-2"
          >
            {t("rows.findOut")}
          </Link>
        </p>
      )}
      {row.refundId !== null && (
        <p className="max-sm:py-2.5">
          <Link
            href={paths.refund(row.refundId)}
            className="inline-block font-mono text-xs text-accent underline-offset-2 hover:underline max-sm:text-[0.6875rem] max-sm:tracking-tighter"
          >
            {row.refundId}
          </Link>{" "}
          {row.refundStatus !== null && !isSaidByState(row) && (
            <span title={row.refundStatus} className="text-xs text-ink-muted">
              {t(isPaidLate(row) ? "rows.refundPaidLate" : "rows.refundStatus", {
                status: common(`refundStatusName.${row.refundStatus}`),
              })}
            </span>
          )}
        </p>
      )}
      {row.found !== null && (
        <p className="text-sm">
          <span title={row.found.status}>{common(`paymentStatusName.${row.found.status}`)}</span>
          {row.found.records > 1 && (
            <span className="text-ink-muted"> · {t("rows.records", { n: row.found.records })}</span>
          )}
        </p>
      )}
    </>
  );
}

/** The row's own state says "Refunded" or "Failed" already. */
function isSaidByState({ state, refundStatus }: BulkRowView): boolean {
  return (
    (state === "done" && refundStatus === "SUCCESS") || (state === "failed" && refundStatus === "FAILURE")
  );
}

function RowAmount({ row }: { row: BulkRowView }) {
  if (row.found !== null) return <Money amount={row.found.amount} currency={row.found.currency} />;
  if (row.amount === null) return null;
  // An invalid amount may be any text, of any length.
  if (row.currency === null) return <ForeignText>{row.amount}</ForeignText>;
  return <Money amount={row.amount} currency={row.currency} className="font-semibold" />;
}
