"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { TestBadge } from "@/components/payments/test-badge";
import { Assignee } from "@/components/queues/assignee";
import { FoldedAssignee } from "@/components/queues/folded-assignee";
import { OutsideRefunds } from "@/components/refunds/outside-refunds";
import { RequestBadge } from "@/components/requests/request-badge";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, ForeignText, Sentence } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import { displayAmount, shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { exceedsLeft } from "@/lib/requests/exceeds-left";
import type { Assigned } from "@/lib/queues/work-views";
import type { RequestRow, RequestTab } from "@/lib/requests/request-views";

type RequestsTableProps = {
  tab: RequestTab;
  requests: readonly (RequestRow & Assigned)[];
  /** The viewer may refund, so the rows of others can be accepted from here. */
  mayAccept: boolean;
};

/** One row per request; its reference is the link, and a row that can be accepted has the button for it. */
export function RequestsTable({ tab, requests, mayAccept }: RequestsTableProps) {
  const t = useTranslations("requests");
  const common = useTranslations("common");
  const hasActions = mayAccept && tab === "open";
  const columns: Column<RequestRow & Assigned>[] = [
    {
      id: "request",
      heading: t("list.request"),
      cell: (request) => (
        <>
          <Link
            href={paths.request(request.requestId)}
            data-opens
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            <ForeignText>{request.reference}</ForeignText>
          </Link>{" "}
          <TestBadge isTest={request.isTest} />
          <p className="mt-0.5 text-xs text-ink-muted">
            {request.isOwn ? (
              t("list.byYou")
            ) : (
              <Sentence>{t("list.by", { person: request.requestedBy })}</Sentence>
            )}{" "}
            · <Age iso={request.requestedAt} />
          </p>
          <p className="mt-1">
            <RequestBadge request={request} />
          </p>
          <FoldedAssignee assignee={request.assignee} className="mt-1 @5xl:hidden" />
          {exceedsLeft(request) && (
            <p className="mt-1 flex gap-1.5 text-xs text-warning">
              <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              {t("exceeds", { left: displayAmount(request.left ?? "0.00", request.currency) })}
            </p>
          )}
          <OutsideRefunds outside={request.outside} currency={request.currency} className="mt-1" />
        </>
      ),
    },
    {
      id: "reason",
      heading: t("list.reason"),
      hideBelow: "md",
      cell: ({ reason, note }) => (
        <>
          {reason === null ? <EmptyValue /> : <ForeignText>{reason}</ForeignText>}
          {note !== null && (
            <p className="mt-0.5 line-clamp-2 text-xs text-ink-muted">
              <ForeignText>{note}</ForeignText>
            </p>
          )}
        </>
      ),
    },
    {
      id: "time",
      heading: t(tab === "decided" ? "list.decided" : "list.requested"),
      width: "11rem",
      hideBelow: "ml",
      cell: ({ requestedAt, decidedAt, decidedBy }) => (
        <>
          <Time iso={tab === "decided" ? (decidedAt ?? requestedAt) : requestedAt} />
          {tab === "decided" && decidedBy !== null && (
            <p className="text-xs text-ink-muted">
              <ForeignText>{decidedBy}</ForeignText>
            </p>
          )}
        </>
      ),
    },
    ...(tab === "decided"
      ? []
      : [
          {
            id: "assignee",
            heading: common("assignee.heading"),
            width: "9rem",
            hideBelow: "lg" as const,
            cell: ({ assignee }: Assigned) => <Assignee assignee={assignee} />,
          },
        ]),
    {
      id: "amount",
      heading: t("list.amount"),
      width: "8.5rem",
      longest: ({ amount, currency }) => shownAmount(amount, currency),
      align: "end",
      // A phone has no room for another column.
      cell: (request) => (
        <>
          <Money amount={request.amount} currency={request.currency} className="font-semibold" />
          {hasActions && (
            <span className="mt-2 block @xl:hidden">
              <AcceptLink request={request} />
            </span>
          )}
        </>
      ),
    },
  ];
  if (hasActions) {
    columns.push({
      id: "accept",
      heading: <span className="sr-only">{t("accept")}</span>,
      width: "6.5rem",
      align: "end",
      hideBelow: "sm",
      cell: (request) => <AcceptLink request={request} />,
    });
  }
  return (
    <DataTable
      label={t("list.label")}
      columns={columns}
      rows={requests}
      rowKey={({ requestId }) => requestId}
      opensRows
    />
  );
}

/** Opens the refund form; nothing for a request that the viewer cannot accept. */
function AcceptLink({ request }: { request: RequestRow }) {
  const t = useTranslations("requests");
  if (!request.isUndecided || request.isOwn) return null;
  return (
    <Link
      href={paths.acceptRequest(request)}
      aria-label={t("acceptNamed", { reference: request.reference })}
      className={buttonClass("secondary", "sm")}
    >
      {t("accept")}
    </Link>
  );
}
