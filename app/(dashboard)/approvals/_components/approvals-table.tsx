"use client";

import { useTranslations } from "use-intl/react";
import { TestRowsBadge } from "@/components/payments/test-badge";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { DataTable, type Column } from "@/components/ui/table";
import { ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import type { ApprovalTab, ApprovalView } from "@/lib/approvals/approval-views";
import { shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { ApprovalBadge } from "./approval-badge";

type ApprovalsTableProps = { tab: ApprovalTab; approvals: ApprovalView[] };

/** One row per request; its name is the link. */
export function ApprovalsTable({ tab, approvals }: ApprovalsTableProps) {
  const t = useTranslations("approvals");
  const nameOf = ({ subject }: ApprovalView): string =>
    subject.kind === "refund" ? subject.reference : subject.runName;

  const columns: Column<ApprovalView>[] = [
    {
      id: "request",
      heading: t("list.request"),
      cell: (approval) => (
        <>
          <Link
            href={paths.approval(approval.approvalId)}
            title={nameOf(approval)}
            className="block truncate font-medium text-accent underline-offset-2 hover:underline"
          >
            <bdi>{nameOf(approval)}</bdi>
          </Link>
          <p className="mt-0.5 truncate text-xs text-ink-muted">
            {approval.subject.kind === "bulk" && `${t("list.bulk", { n: approval.rowCount })} `}
            {approval.isOwn ? (
              t("list.by", { person: t("list.you") })
            ) : (
              <ForeignText>{t("list.by", { person: approval.requestedBy })}</ForeignText>
            )}
          </p>
          <TestRowsBadge testRows={approval.testRows} rowCount={approval.rowCount} />
          {tab !== "waiting" && (
            <p className="mt-1">
              <ApprovalBadge state={approval.state} />
            </p>
          )}
        </>
      ),
    },
    {
      id: "requested",
      heading: t("list.requested"),
      width: "12rem",
      hideBelow: "md",
      cell: ({ requestedAt }) => (
        <>
          <Time iso={requestedAt} />
          <p className="text-xs text-ink-muted">
            <Age iso={requestedAt} />
          </p>
        </>
      ),
    },
    {
      id: "end",
      heading: tab === "decided" ? t("list.decided") : t("list.expires"),
      width: "12rem",
      hideBelow: "sm",
      cell: ({ expiresAt, decidedAt }) => (
        <Time iso={tab === "decided" ? (decidedAt ?? expiresAt) : expiresAt} />
      ),
    },
    {
      id: "amount",
      heading: t("list.amount"),
      width: "9rem",
      longest: ({ totals: [total] }) =>
        total === undefined ? null : shownAmount(total.amount, total.currency),
      align: "end",
      cell: ({ totals }) => (
        <>
          {totals.slice(0, 1).map(({ amount, currency }) => (
            <Money key={currency} amount={amount} currency={currency} className="font-semibold" />
          ))}
          {totals.length > 1 && (
            <p className="text-xs text-ink-muted">{t("list.more", { n: totals.length - 1 })}</p>
          )}
        </>
      ),
    },
  ];
  return (
    <DataTable
      label={t("list.label")}
      columns={columns}
      rows={approvals}
      rowKey={({ approvalId }) => approvalId}
    />
  );
}
