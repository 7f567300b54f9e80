"use client";

import { useTranslations } from "use-intl/react";
import { RunFile, RunUpload } from "@/components/bulk/run-name";
import { TestRowsBadge } from "@/components/payments/test-badge";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { DataTable, type Column } from "@/components/ui/table";
import { ForeignText, Sentence } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import type { ApprovalTab, ApprovalView } from "@/lib/approvals/approval-views";
import type { BulkRunName } from "@/lib/bulk/run-name";
import { shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { ApprovalBadge } from "./approval-badge";

type ApprovalsTableProps = { tab: ApprovalTab; approvals: ApprovalView[] };

/** One row per request; its name is the link. */
export function ApprovalsTable({ tab, approvals }: ApprovalsTableProps) {
  const t = useTranslations("approvals");
  const columns: Column<ApprovalView>[] = [
    {
      id: "request",
      heading: t("list.request"),
      cell: (approval) => (
        <>
          <Link
            href={paths.approval(approval.approvalId)}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            {approval.subject.kind === "bulk" ? (
              <RunFile run={approval.subject.run} />
            ) : (
              <ForeignText>{approval.subject.reference}</ForeignText>
            )}
          </Link>
          <div className="mt-0.5 text-xs text-ink-muted">
            {approval.subject.kind === "bulk" && <BulkLines approval={approval} run={approval.subject.run} />}
            <Requester approval={approval} />
          </div>
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

/** Who uploaded the file and when, how many rows it has, and the largest of them. */
function BulkLines({ approval, run }: { approval: ApprovalView; run: BulkRunName }) {
  const t = useTranslations("approvals");
  const [total] = approval.totals;
  const largest = total?.largest ?? null;
  return (
    <>
      <p>
        <RunUpload run={run} />
      </p>
      <p>
        {t("list.bulk", { n: approval.rowCount })}
        {total !== undefined && largest !== null && (
          <>
            {" · "}
            {t.rich("list.largest", {
              amount: () => <Money amount={largest} currency={total.currency} />,
            })}
          </>
        )}
      </p>
    </>
  );
}

/** Left out where the uploader of a file requested it. */
function Requester({ approval: { subject, isOwn, requestedBy } }: { approval: ApprovalView }) {
  const t = useTranslations("approvals");
  if (isOwn) return <p>{t("list.by", { person: t("list.you") })}</p>;
  if (subject.kind === "bulk" && subject.run.createdBy === requestedBy) return null;
  return (
    <p>
      <Sentence>{t("list.by", { person: requestedBy })}</Sentence>
    </p>
  );
}
