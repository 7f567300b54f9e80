"use client";

import { WithMarks } from "@/components/ui/text";
import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { PaidLateBadge } from "@/components/refunds/paid-late-badge";
import { RefundStatusBadge } from "@/components/refunds/refund-status";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { Age, Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import type { OutsideRefundsView } from "@/lib/refunds/refund-list-views";
import { ID_LINK, Truncated, TRUNCATED_LINK } from "./truncated";

type Row = Extract<OutsideRefundsView, { kind: "listed" }>["refunds"][number];

/** Refunds made outside the dashboard. The service's list has no currency, so none is shown. */
export function OutsideRefundsTable({ refunds }: { refunds: Row[] }) {
  const t = useTranslations("refunds");
  const common = useTranslations("common");
  const columns: Column<Row>[] = [
    {
      id: "refund",
      heading: t("list.refund"),
      cell: (row) => (
        <>
          <Link href={paths.refund(row.refundId)} title={row.refundId} className={ID_LINK}>
            {row.refundId}
          </Link>
          <Link
            href={paths.payment(row.transactionId, row.reference)}
            title={row.reference}
            className={TRUNCATED_LINK}
          >
            <bdi>
              <WithMarks text={row.reference} />
            </bdi>
          </Link>
          <div className="mt-1 @xl:hidden">
            <Status row={row} />
          </div>
          <p className="text-xs text-ink-muted @3xl:hidden">
            <Time iso={row.requestedAt} />
          </p>
        </>
      ),
    },
    {
      id: "status",
      heading: common("status"),
      width: "9rem",
      hideBelow: "sm",
      cell: (row) => <Status row={row} />,
    },
    {
      id: "requested",
      heading: t("list.requested"),
      width: "11.5rem",
      hideBelow: "md",
      cell: (row) => (
        <>
          <Time iso={row.requestedAt} />
          <p className="text-xs text-ink-muted">
            <Age iso={row.requestedAt} />
          </p>
        </>
      ),
    },
    {
      id: "by",
      heading: t("list.requestedBy"),
      width: "12.5rem",
      hideBelow: "ml",
      cell: (row) => (
        <>
          <Truncated text={t("list.madeOutside")} />
          {row.reason !== null && <Truncated text={row.reason} className="text-xs text-ink-muted" />}
        </>
      ),
    },
    {
      id: "amount",
      heading: common("amount"),
      align: "end",
      width: "8.5rem",
      longest: ({ amount }) => amount,
      cell: (row) => <Money amount={row.amount} currency={null} className="font-semibold" />,
    },
  ];
  return (
    <>
      <DataTable label={t("list.label")} columns={columns} rows={refunds} rowKey={(row) => row.refundId} />
      <p className="mt-2 text-xs text-ink-muted">
        {t("list.currencyUnknown")} {t("list.noTotals")}
      </p>
    </>
  );
}

function Status({ row: { status, wasPaidLate } }: { row: Row }) {
  return (
    <span className="flex flex-wrap gap-1">
      <RefundStatusBadge status={status} isPlain />
      {wasPaidLate && <PaidLateBadge />}
    </span>
  );
}
