"use client";

import { useTranslations } from "use-intl/react";
import { TestBadge } from "@/components/payments/test-badge";
import { Link } from "@/components/ui/link";
import { BulkRowStatus, rowStateName } from "@/app/(dashboard)/bulk/_components/bulk-status";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { ForeignText, WithMarks } from "@/components/ui/text";
import { type BulkKind, type BulkRowView, isPaidLate } from "@/lib/bulk";
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
  /** Said once at the top of the page. */
  /** The run whose likely duplicates the viewer may confirm; null when they may not, or no longer. */
  confirmsFor: string | null;
}) {
  const t = useTranslations("bulk");
  const columns: Column<BulkRowView>[] = [
    {
      id: "line",
      heading: t("column.row"),
      align: "end",
      onCard: "end",
      cell: (row) => <span className="text-ink-muted">{row.line}</span>,
    },
    {
      id: "amount",
      heading: t("column.amount"),
      align: "end",
      onCard: "start",
      cell: (row) => <RowAmount row={row} />,
    },
    {
      id: "outcome",
      heading: t("column.outcome"),
      onCard: "line",
      cell: (row) => (
        <BulkRowStatus state={row.state} word={t(`rowState.${rowStateName(kind, row.state)}`)} />
      ),
    },
    {
      id: "reference",
      heading: t("column.reference"),
      fills: "wrap",
      onCard: "line",
      cell: (row) => <RowSubject kind={kind} row={row} confirmsFor={confirmsFor} />,
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

type RowSubjectProps = {
  kind: BulkKind;
  row: BulkRowView;
  /** A test payment among others. */
  confirmsFor: string | null;
};

/** The payment and what became of the row on one line; below it each of its faults. The ids are in the tooltips. */
function RowSubject({ kind, row, confirmsFor }: RowSubjectProps) {
  const t = useTranslations("bulk");
  const common = useTranslations("common");
  const transactionId = row.found?.transactionId ?? row.transactionId;
  return (
    <>
      <div className="flex flex-wrap gap-x-3">
        {row.reference === "" ? (
          <span className="text-ink-muted">—</span>
        ) : (
          <Link
            href={paths.paymentOf(row.reference, transactionId)}
            title={transactionId ?? undefined}
            className="font-medium underline-offset-2 hover:underline"
          >
            <ForeignText>{row.reference}</ForeignText>
            {transactionId !== null && <span className="sr-only"> {transactionId}</span>}
          </Link>
        )}
        <TestBadge isTest={row.isTest} />
        {row.reason !== null && (
          <span className="text-ink-muted">
            <ForeignText>{row.reason}</ForeignText>
          </span>
        )}
        {row.refundId !== null && (
          <Link href={paths.refund(row.refundId)} title={row.refundId} className="text-accent">
            {row.refundStatus !== null && !isSaidByState(row)
              ? t(isPaidLate(row) ? "rows.refundPaidLate" : "rows.refundStatus", {
                  status: common(`refundStatusName.${row.refundStatus}`),
                })
              : t("rows.refund")}
            <span className="sr-only"> {row.refundId}</span>
          </Link>
        )}
        {row.found !== null && (
          <span>
            <span title={row.found.status}>{common(`paymentStatusName.${row.found.status}`)}</span>
            {row.found.records > 1 && (
              <span className="text-ink-muted"> · {t("rows.records", { n: row.found.records })}</span>
            )}
          </span>
        )}
        <FulfilledRequest row={row} />
        {kind === "refund" && row.state === "unknown" && (
          <Link href={paths.refundIntent(row.rowId)} className="text-accent">
            {t("rows.findOut")}
          </Link>
        )}
        {row.confirmedBy !== null && (
          <span className="text-ink-muted">{t("confirm.by", { person: row.confirmedBy })}</span>
        )}
      </div>
      {row.faults.map((fault) => (
        <FaultText key={JSON.stringify(fault)} fault={fault} />
      ))}
      <MoneyAlert alert={row.alert} isInRow />
      {row.currency !== null && <OutsideRefunds outside={row.outside} currency={row.currency} />}
      {confirmsFor !== null && (row.state === "likely_duplicate" || row.confirmedBy !== null) && (
        <ConfirmRow runId={confirmsFor} row={row} />
      )}
      {row.message !== null && <p>{common("serviceSaid", { words: row.message })}</p>}
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
  // An invalid amount may be any text, of any length. It is broken into lines only where it is wider than this.
  if (row.currency === null)
    return (
      <bdi className="inline-block max-w-36 wrap-break-word whitespace-pre-wrap">
        <WithMarks text={row.amount} />
      </bdi>
    );
  return <Money amount={row.amount} currency={row.currency} className="font-semibold" />;
}
