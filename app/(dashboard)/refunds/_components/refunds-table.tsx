"use client";

import { TimerOff } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { arrangeColumns, type ListColumns } from "@/components/lists/arrange-columns";
import { Assignee } from "@/components/queues/assignee";
import { TestBadge } from "@/components/payments/test-badge";
import { RefundIntentBadge } from "@/components/refunds/refund-intent-badge";
import { buttonClass } from "@/components/ui/button";
import { type Choice, choiceColumn } from "@/components/ui/choice-column";
import { Money } from "@/components/ui/money";
import { Status } from "@/components/ui/status";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, Line, WithMarks } from "@/components/ui/text";
import { ROW_TIME_WIDTH, RowTime } from "@/components/ui/time";
import { roleAllows, type Role } from "@/lib/can";
import type { ShownColumns } from "@/lib/lists/list-columns";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { Assigned } from "@/lib/queues/work-views";
import { hasFailed } from "@/lib/refunds/has-failed";
import { nextStepAfter } from "@/lib/refunds/refund-failure";
import type { RefundListRow } from "@/lib/refunds/refund-list-views";
import { refundColumnNames } from "./column-names";

type Row = RefundListRow & Assigned;

export type RefundsTableProps = {
  refunds: readonly Row[];
  role: Role;
  columns: ShownColumns;
  /** Null where nothing can be done with several refunds at once. */
  choice?: Pick<Choice<RefundListRow>, "chosen" | "onChoose"> | null;
};

/** One row per refund made in the dashboard, which opens it. Its id is in the tooltip, for screen readers, and on its page. */
export function RefundsTable({ refunds, role, columns: shown, choice = null }: RefundsTableProps) {
  const t = useTranslations("refunds");
  const common = useTranslations("common");
  const mayRefund = roleAllows(role, "refund_payment");
  const available: ListColumns<"refunds", Row> = {
    amount: {
      align: "end",
      onCard: "start",
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} className="font-semibold" />,
    },
    status: {
      onCard: "line",
      cell: (row) => (
        <>
          <RefundIntentBadge intent={row} isPlain />
          {row.isAgeing && (
            <span title={t("list.ageingMeaning")} className="ml-1">
              <Status tone="warning" icon={TimerOff} word={t("list.ageing")} />
            </span>
          )}
          {row.state === "REFUSED" && row.message !== null && (
            <span className="ml-1.5 inline-block max-w-60 truncate align-bottom text-ink-muted">
              <Line text={row.message} />
            </span>
          )}
        </>
      ),
    },
    refund: {
      fills: "cut",
      width: "9rem",
      onCard: "last",
      cell: ({ intentId, refundId, reference, isTest }) => (
        <>
          <TestBadge isTest={isTest} />
          <Link
            data-opens
            href={refundId === null ? paths.refundIntent(intentId) : paths.refund(refundId)}
            title={refundId === null ? reference : `${reference}\n${refundId}`}
          >
            <bdi>
              <WithMarks text={reference} />
            </bdi>
            <span className="sr-only"> {refundId ?? t("list.noId")}</span>
          </Link>
        </>
      ),
    },
    reason: {
      fills: "cut",
      hideBelow: "md",
      onCard: "last",
      cell: ({ reason }) => <OptionalText text={reason} />,
    },
    by: { fills: "cut", hideBelow: "ml", cell: ({ requestedBy }) => <Line text={requestedBy} /> },
    assignee: { hideBelow: "lg", cell: ({ assignee }) => <Assignee assignee={assignee} /> },
    payment: {
      cell: ({ transactionId, reference }) => (
        <Link href={paths.payment(transactionId, reference)} className="font-mono text-xs text-accent">
          {transactionId}
        </Link>
      ),
    },
    message: { fills: "cut", cell: ({ message }) => <OptionalText text={message} /> },
    requested: {
      width: ROW_TIME_WIDTH,
      align: "end",
      hideBelow: "md",
      onCard: "end",
      cell: ({ requestedAt }) => <RowTime iso={requestedAt} />,
    },
    completed: {
      align: "end",
      cell: ({ completedAt }) =>
        completedAt === null ? <EmptyValue>–</EmptyValue> : <RowTime iso={completedAt} />,
    },
  };
  const headings = refundColumnNames(t, common);
  const columns: Column<Row>[] = arrangeColumns(available, (id) => headings[id], shown);
  if (choice !== null) {
    columns.unshift(
      choiceColumn<Row>({
        ...choice,
        rows: refunds,
        keyOf: ({ intentId }) => intentId,
        labelAll: t("select.all"),
        labelOf: ({ reference, refundId, amount, currency }) =>
          t("select.one", {
            reference,
            refund: refundId ?? t("list.noId"),
            amount: displayAmount(amount, currency),
          }),
      }),
    );
  }
  if (refunds.some((row) => actionOf(row, mayRefund) !== null)) {
    columns.push({
      id: "action",
      heading: <span className="sr-only">{t("list.action")}</span>,
      align: "end",
      onCard: "act",
      cell: (row) => {
        const action = actionOf(row, mayRefund);
        return (
          action !== null && (
            <Link href={action.href} className={buttonClass("secondary", "sm")}>
              {t(`list.${action.name}`)}
            </Link>
          )
        );
      },
    });
  }
  return (
    <DataTable
      label={t("list.label")}
      columns={columns}
      rows={refunds}
      rowKey={(row) => row.intentId}
      opensRows
      isChosen={({ intentId }) => choice?.chosen.has(intentId) ?? false}
    />
  );
}

function OptionalText({ text }: { text: string | null }) {
  return text === null ? <EmptyValue>–</EmptyValue> : <Line text={text} />;
}

/** The next action for a row, if there is one. */
function actionOf(row: RefundListRow, mayRefund: boolean): { name: "again" | "settle"; href: string } | null {
  if (row.state === "UNKNOWN") return { name: "settle", href: paths.refundIntent(row.intentId) };
  if (!hasFailed(row) || !mayRefund || nextStepAfter(row.failure) !== "again") return null;
  return { name: "again", href: paths.refundForm({ ...row, again: row.refundId ?? row.intentId }) };
}
