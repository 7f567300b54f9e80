"use client";

import { useTranslations } from "use-intl/react";
import { RunFile, RunUpload } from "@/components/bulk/run-name";
import { TestRowsBadge } from "@/components/payments/test-badge";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { DataTable, type Column } from "@/components/ui/table";
import { EmptyValue, ForeignText, Line } from "@/components/ui/text";
import { Age, ROW_TIME_WIDTH, RowTime } from "@/components/ui/time";
import type { ApprovalTab, ApprovalView } from "@/lib/approvals/approval-views";
import { paths } from "@/lib/paths";
import { ApprovalBadge } from "./approval-badge";

type ApprovalsTableProps = { tab: ApprovalTab; approvals: ApprovalView[] };

/** One row per request; its name is the link. */
export function ApprovalsTable({ tab, approvals }: ApprovalsTableProps) {
  const t = useTranslations("approvals");
  const isDecided = tab === "decided";
  const columns: Column<ApprovalView>[] = [
    {
      id: "amount",
      heading: t("list.amount"),
      align: "end",
      onCard: "start",
      cell: ({ totals }) => (
        <>
          {totals.slice(0, 1).map(({ amount, currency }) => (
            <Money key={currency} amount={amount} currency={currency} className="font-semibold" />
          ))}
          {totals.length > 1 && (
            <span className="ml-1.5 text-ink-muted">{t("list.more", { n: totals.length - 1 })}</span>
          )}
        </>
      ),
    },
    ...(tab === "waiting"
      ? []
      : [
          {
            id: "state",
            heading: t("list.state"),
            onCard: "line" as const,
            cell: ({ state }: ApprovalView) => <ApprovalBadge state={state} />,
          },
        ]),
    {
      id: "request",
      heading: t("list.request"),
      fills: "cut",
      onCard: "last",
      cell: (approval) => (
        <>
          <TestRowsBadge testRows={approval.testRows} rowCount={approval.rowCount} />
          <Link href={paths.approval(approval.approvalId)} data-opens>
            {approval.subject.kind === "bulk" ? (
              <RunFile run={approval.subject.run} />
            ) : (
              <ForeignText>{approval.subject.reference}</ForeignText>
            )}
          </Link>
          {approval.subject.kind === "bulk" && (
            <span className="ml-1.5 text-ink-muted">
              <RunUpload run={approval.subject.run} />
            </span>
          )}
        </>
      ),
    },
    ...(approvals.some(({ subject }) => subject.kind === "bulk")
      ? [
          {
            id: "rows",
            heading: t("list.rows"),
            hideBelow: "md" as const,
            // An amount is never cut.
            onCard: "line" as const,
            cell: (approval: ApprovalView) => <BulkRows approval={approval} />,
          },
        ]
      : []),
    {
      id: "by",
      heading: t("list.by"),
      fills: "cut",
      hideBelow: "ml",
      onCard: "last",
      cell: ({ isOwn, requestedBy }) => (isOwn ? t("list.you") : <Line text={requestedBy} />),
    },
    {
      id: "requested",
      heading: t("list.requested"),
      width: "8rem",
      align: "end",
      hideBelow: "md",
      onCard: "end",
      cell: ({ requestedAt }) => <Age iso={requestedAt} />,
    },
    {
      id: "end",
      heading: isDecided ? t("list.decided") : t("list.expires"),
      width: ROW_TIME_WIDTH,
      align: "end",
      hideBelow: "md",
      cell: ({ expiresAt, decidedAt }) => <RowTime iso={isDecided ? (decidedAt ?? expiresAt) : expiresAt} />,
    },
  ];
  return (
    <DataTable
      label={t("list.label")}
      columns={columns}
      rows={approvals}
      rowKey={({ approvalId }) => approvalId}
      opensRows
    />
  );
}

/** How many rows a run has, and the largest of them. */
function BulkRows({ approval: { subject, rowCount, totals } }: { approval: ApprovalView }) {
  const t = useTranslations("approvals");
  if (subject.kind !== "bulk") return <EmptyValue>–</EmptyValue>;
  const [total] = totals;
  const largest = total?.largest ?? null;
  return (
    <>
      {t("list.bulk", { n: rowCount })}
      {total !== undefined && largest !== null && (
        <>
          {" · "}
          {t.rich("list.largest", {
            amount: () => <Money amount={largest} currency={total.currency} />,
          })}
        </>
      )}
    </>
  );
}
