"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { TestBadge } from "@/components/payments/test-badge";
import { Assignee } from "@/components/queues/assignee";
import { type Choice, choiceColumn } from "@/components/ui/choice-column";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, ForeignText, Line } from "@/components/ui/text";
import { Elapsed, ROW_TIME_WIDTH, RowTime } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import type { StuckRow } from "@/lib/payments/stuck-view";
import type { Assigned } from "@/lib/queues/work-views";

/** The selected rows; null for a role that may not cancel. */
type StuckChoice = Pick<Choice<StuckRow>, "chosen" | "rows" | "onChoose">;

type StuckTableProps = {
  rows: readonly (StuckRow & Assigned)[];
  /** The viewer may see who works on them. */
  hasAssignees: boolean;
  choice: StuckChoice | null;
};

export function StuckTable({ rows, hasAssignees, choice }: StuckTableProps) {
  const t = useTranslations("stuck");
  const common = useTranslations("common");
  const whole = (one: StuckChoice): Choice<StuckRow> => ({
    ...one,
    keyOf: (row) => row.transactionId,
    labelAll: t("selectAll"),
    labelOf: ({ reference }) => t("selectOne", { reference }),
  });
  const columns: Column<StuckRow & Assigned>[] = [
    {
      id: "amount",
      heading: t("column.amount"),
      align: "end",
      onCard: "start",
      cell: (row) => <Money amount={row.amount} currency={row.currency} className="font-semibold" />,
    },
    {
      id: "age",
      heading: t("column.age"),
      // It ticks.
      width: "5.5rem",
      align: "end",
      onCard: "end",
      cell: (row) => <Elapsed iso={row.createdAt} />,
    },
    {
      id: "payment",
      heading: t("column.payment"),
      fills: "cut",
      onCard: "line",
      cell: (row) => (
        <>
          <TestBadge isTest={row.isTest} />
          <Link
            data-opens
            href={paths.payment(row.transactionId, row.reference)}
            title={`${row.reference}\n${row.transactionId}`}
          >
            <ForeignText>{row.reference}</ForeignText>
          </Link>
        </>
      ),
    },
    {
      id: "method",
      heading: t("column.method"),
      fills: "cut",
      hideBelow: "ml",
      onCard: "last",
      cell: ({ method }) =>
        method === null ? (
          <EmptyValue>–</EmptyValue>
        ) : (
          <span title={method}>{common(`methodName.${method}`)}</span>
        ),
    },
    {
      id: "gateway",
      heading: t("column.gateway"),
      hideBelow: "md",
      onCard: "last",
      cell: ({ gateway }) => (gateway === null ? <EmptyValue>–</EmptyValue> : <Line text={gateway} />),
    },
    ...(hasAssignees
      ? [
          {
            id: "assignee",
            heading: common("assignee.heading"),
            hideBelow: "md" as const,
            onCard: "last" as const,
            cell: ({ assignee }: Assigned) => <Assignee assignee={assignee} />,
          },
        ]
      : []),
    {
      id: "created",
      heading: t("column.created"),
      width: ROW_TIME_WIDTH,
      align: "end",
      hideBelow: "md",
      cell: (row) => <RowTime iso={row.createdAt} />,
    },
    {
      id: "ends",
      heading: t("column.ends"),
      width: ROW_TIME_WIDTH,
      align: "end",
      hideBelow: "lg",
      cell: (row) => <RowTime iso={row.expiresAt} />,
    },
  ];
  return (
    <DataTable
      label={t("list")}
      columns={choice === null ? columns : [choiceColumn(whole(choice)), ...columns]}
      rows={rows}
      rowKey={(row) => row.transactionId}
      opensRows
      isChosen={({ transactionId }) => choice?.chosen.has(transactionId) ?? false}
    />
  );
}
