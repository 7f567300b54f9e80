"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { TestBadge } from "@/components/payments/test-badge";
import { Assignee } from "@/components/queues/assignee";
import { FoldedAssignee } from "@/components/queues/folded-assignee";
import { type Choice, choiceColumn } from "@/components/ui/choice-column";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Age, Elapsed, Time } from "@/components/ui/time";
import { shownAmount } from "@/lib/money";
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
      id: "age",
      heading: t("column.age"),
      width: "6rem",
      hideBelow: "sm",
      cell: (row) => <Elapsed iso={row.createdAt} />,
    },
    {
      id: "payment",
      heading: t("column.payment"),
      cell: (row) => (
        <>
          <Link
            data-opens
            href={paths.payment(row.transactionId, row.reference)}
            title={row.reference}
            className="line-clamp-2 font-medium text-accent underline-offset-2 hover:underline"
          >
            <ForeignText>{row.reference}</ForeignText>
          </Link>
          {/* A phone has no room for columns beside the reference. */}
          <p className="flex justify-between gap-4 text-xs text-ink-muted @xl:hidden">
            <Age iso={row.createdAt} />
            <Money amount={row.amount} currency={row.currency} className="ml-auto font-medium text-ink" />
          </p>
          <TestBadge isTest={row.isTest} />
          <FoldedAssignee assignee={row.assignee} className="@4xl:hidden" />
        </>
      ),
    },
    {
      id: "created",
      heading: t("column.created"),
      width: "11rem",
      hideBelow: "md",
      cell: (row) => <Time iso={row.createdAt} />,
    },
    {
      id: "ends",
      heading: t("column.ends"),
      width: "11rem",
      hideBelow: "lg",
      cell: (row) => <Time iso={row.expiresAt} />,
    },
    {
      id: "gateway",
      heading: t("column.gateway"),
      width: "7rem",
      hideBelow: "md",
      cell: (row) => (
        <>
          {row.gateway ?? <EmptyValue>–</EmptyValue>}
          {row.method !== null && (
            <p className="text-xs text-ink-muted">{common(`methodName.${row.method}`)}</p>
          )}
        </>
      ),
    },
    ...(hasAssignees
      ? [
          {
            id: "assignee",
            heading: common("assignee.heading"),
            width: "8rem",
            hideBelow: "ml" as const,
            cell: ({ assignee }: Assigned) => <Assignee assignee={assignee} />,
          },
        ]
      : []),
    {
      id: "amount",
      heading: t("column.amount"),
      width: "7.5rem",
      longest: ({ amount, currency }) => shownAmount(amount, currency),
      align: "end",
      hideBelow: "sm",
      cell: (row) => <Money amount={row.amount} currency={row.currency} className="font-medium" />,
    },
  ];
  return (
    <DataTable
      label={t("list")}
      columns={choice === null ? columns : [choiceColumn(whole(choice)), ...columns]}
      rows={rows}
      rowKey={(row) => row.transactionId}
      opensRows
    />
  );
}
