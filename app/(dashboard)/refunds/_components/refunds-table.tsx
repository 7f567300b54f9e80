"use client";

import { TimerOff } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { arrangeColumns, type ListColumns } from "@/components/lists/arrange-columns";
import { useColumnResize } from "@/components/lists/use-column-resize";
import { Assignee } from "@/components/queues/assignee";
import { FoldedAssignee } from "@/components/queues/folded-assignee";
import { TestBadge } from "@/components/payments/test-badge";
import { RefundIntentBadge } from "@/components/refunds/refund-intent-badge";
import { buttonClass } from "@/components/ui/button";
import { type Choice, choiceColumn } from "@/components/ui/choice-column";
import { Money } from "@/components/ui/money";
import { Status } from "@/components/ui/status";
import { DataTable } from "@/components/ui/table";
import { EmptyValue, WithMarks } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import { roleAllows, type Role } from "@/lib/can";
import type { ShownColumns } from "@/lib/lists/show-columns";
import { displayAmount, shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { Assigned } from "@/lib/queues/work-views";
import { hasFailed } from "@/lib/refunds/has-failed";
import { nextStepAfter } from "@/lib/refunds/refund-failure";
import type { RefundListRow } from "@/lib/refunds/refund-list-views";
import { chooseColumnsAction } from "../../list-columns-action";
import { refundColumnNames } from "./column-names";
import { ID_LINK, Truncated, TRUNCATED_LINK } from "./truncated";

export type RefundsTableProps = {
  refunds: readonly (RefundListRow & Assigned)[];
  role: Role;
  columns: ShownColumns;
  /** Null where nothing can be done with several refunds at once. */
  choice?: Pick<Choice<RefundListRow>, "chosen" | "onChoose"> | null;
};

/** The refunds made in the dashboard, in rows of equal height however long their references are. */
export function RefundsTable({ refunds, role, columns: shown, choice = null }: RefundsTableProps) {
  const t = useTranslations("refunds");
  const common = useTranslations("common");
  const { onResizeStart, prefetch, isLost } = useColumnResize("refunds", chooseColumnsAction);
  // Once a person has chosen columns, what they hid does not come back in another one.
  const belowBy = shown.arrangement === null ? "@4xl:hidden" : "@3xl:hidden";
  const mayRefund = roleAllows(role, "refund_payment");

  const badges = (row: RefundListRow) => (
    <span className="flex flex-wrap gap-1">
      <RefundIntentBadge intent={row} />
      <TestBadge isTest={row.isTest} />
      {row.isAgeing && (
        <span title={t("list.ageingMeaning")}>
          <Status tone="warning" icon={TimerOff} word={t("list.ageing")} />
        </span>
      )}
    </span>
  );

  const available: ListColumns<"refunds", RefundListRow & Assigned> = {
    refund: {
      cell: (row) => (
        <>
          {row.refundId === null ? (
            <Link href={paths.refundIntent(row.intentId)} className={`${TRUNCATED_LINK} text-accent`}>
              {t("list.noId")}
            </Link>
          ) : (
            <Link
              href={paths.refund(row.refundId)}
              title={row.refundId}
              // Beside the checkbox, a phone has room for it only with the padding between the columns.
              className={`${ID_LINK} max-sm:-mr-5`}
            >
              {row.refundId}
            </Link>
          )}
          <Link href={paths.payments(row.reference)} title={row.reference} className={TRUNCATED_LINK}>
            <bdi>
              <WithMarks text={row.reference} />
            </bdi>
          </Link>
          <div className="mt-1 @xl:hidden">{badges(row)}</div>
          {/* Whatever was chosen, a test payment is marked. */}
          {!shown.ids.includes("status") && (
            <div className="mt-1 hidden @xl:block">
              <TestBadge isTest={row.isTest} />
            </div>
          )}
          <Truncated
            text={common("by", { person: row.requestedBy })}
            className={`mt-0.5 text-xs text-ink-muted ${belowBy}`}
          />
          {/* Its column may be hidden, and the selection needs to know. */}
          {shown.ids.includes("assignee") && (
            <FoldedAssignee
              assignee={row.assignee}
              className={shown.arrangement === null ? "@5xl:hidden" : "@3xl:hidden"}
            />
          )}
          <p className="text-xs text-ink-muted @3xl:hidden">
            <Time iso={row.requestedAt} />
          </p>
        </>
      ),
    },
    status: {
      width: "11.5rem",
      hideBelow: "sm",
      cell: (row) => (
        <>
          {badges(row)}
          {row.state === "REFUSED" && row.message !== null && (
            <Truncated text={row.message} className="mt-0.5 text-xs text-ink-muted" />
          )}
        </>
      ),
    },
    requested: {
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
    by: {
      width: "10rem",
      hideBelow: "ml",
      cell: (row) => (
        <>
          <Truncated text={row.requestedBy} />
          {row.reason !== null && <Truncated text={row.reason} className="text-xs text-ink-muted" />}
        </>
      ),
    },
    amount: {
      align: "end",
      width: "8.75rem",
      longest: ({ amount, currency }) => shownAmount(amount, currency),
      cell: (row) => (
        <>
          <Money amount={row.amount} currency={row.currency} className="font-semibold" />
          <RowAction
            row={row}
            mayRefund={mayRefund}
            words={{ again: t("list.again"), settle: t("list.settle") }}
          />
        </>
      ),
    },
    completed: {
      hideBelow: "md",
      cell: ({ completedAt }) =>
        completedAt === null ? <EmptyValue>–</EmptyValue> : <Time iso={completedAt} />,
    },
    reason: {
      hideBelow: "md",
      cell: ({ reason }) => <OptionalText text={reason} />,
    },
    payment: {
      hideBelow: "md",
      cell: ({ transactionId, reference }) => (
        <Link href={paths.payment(transactionId, reference)} title={transactionId} className={ID_LINK}>
          {transactionId}
        </Link>
      ),
    },
    message: {
      hideBelow: "md",
      cell: ({ message }) => <OptionalText text={message} />,
    },
    assignee: {
      width: "9rem",
      hideBelow: "lg",
      cell: ({ assignee }) => <Assignee assignee={assignee} />,
    },
  };
  const headings = refundColumnNames(t, common);
  const columns = arrangeColumns(available, (id) => headings[id], shown);
  if (choice !== null) {
    columns.unshift(
      choiceColumn<RefundListRow & Assigned>({
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
  return (
    <div onPointerEnter={prefetch}>
      <DataTable
        // A dragged width is in the DOM only until the new layout arrives.
        key={JSON.stringify(shown)}
        label={t("list.label")}
        columns={columns}
        rows={refunds}
        rowKey={(row) => row.intentId}
        arrangement={shown.arrangement}
        onResizeStart={onResizeStart}
      />
      {isLost && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {common("lostAnswer.body")}
        </p>
      )}
    </div>
  );
}

function OptionalText({ text }: { text: string | null }) {
  return text === null ? <EmptyValue>–</EmptyValue> : <Truncated text={text} />;
}

/** The next action for a row, if there is one. */
function RowAction({
  row,
  mayRefund,
  words,
}: {
  row: RefundListRow;
  mayRefund: boolean;
  words: { again: string; settle: string };
}) {
  if (row.state === "UNKNOWN") {
    return (
      <div className="mt-1 print:hidden">
        <Link href={paths.refundIntent(row.intentId)} className={buttonClass("secondary", "sm")}>
          {words.settle}
        </Link>
      </div>
    );
  }
  if (!hasFailed(row) || !mayRefund || nextStepAfter(row.failure) !== "again") return null;
  return (
    <div className="mt-1 print:hidden">
      <Link
        href={paths.refundAgain({ ...row, again: row.refundId ?? row.intentId })}
        className={buttonClass("secondary", "sm")}
      >
        {words.again}
      </Link>
    </div>
  );
}
