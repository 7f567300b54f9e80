"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { TestBadge } from "@/components/payments/test-badge";
import { Assignee } from "@/components/queues/assignee";
import { OutsideRefunds } from "@/components/refunds/outside-refunds";
import { RequestBadge } from "@/components/requests/request-badge";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, ForeignText, Line } from "@/components/ui/text";
import { Age, RowTime } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
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
  const isDecided = tab === "decided";
  const columns: Column<RequestRow & Assigned>[] = [
    {
      id: "amount",
      heading: t("list.amount"),
      align: "end",
      onCard: "start",
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} className="font-semibold" />,
    },
    {
      id: "state",
      heading: common("status"),
      onCard: "line",
      cell: (request) => (
        <>
          <RequestBadge request={request} />
          {exceedsLeft(request) && (
            <p className="text-xs text-warning">
              <TriangleAlert aria-hidden className="mr-1 inline size-3.5" />
              {t("exceeds", { left: displayAmount(request.left ?? "0.00", request.currency) })}
            </p>
          )}
          <OutsideRefunds outside={request.outside} currency={request.currency} />
        </>
      ),
    },
    {
      id: "request",
      heading: t("list.request"),
      fills: "cut",
      onCard: "last",
      cell: (request) => (
        <>
          <TestBadge isTest={request.isTest} />
          <Link href={paths.request(request.requestId)} data-opens title={request.reference}>
            <ForeignText>{request.reference}</ForeignText>
          </Link>
        </>
      ),
    },
    {
      id: "reason",
      heading: t("list.reason"),
      fills: "cut",
      hideBelow: "md",
      onCard: "last",
      cell: ({ reason, note }) => (
        <span title={[reason, note].filter((text) => text !== null).join("\n")}>
          {reason === null ? <EmptyValue /> : <ForeignText>{reason}</ForeignText>}
          {note !== null && (
            <span className="text-ink-muted">
              {" · "}
              <ForeignText>{note}</ForeignText>
            </span>
          )}
        </span>
      ),
    },
    {
      id: "by",
      heading: t("list.by"),
      fills: "cut",
      hideBelow: "ml",
      cell: ({ isOwn, requestedBy }) => (isOwn ? t("list.you") : <Line text={requestedBy} />),
    },
    ...(isDecided
      ? [
          {
            id: "decidedBy",
            heading: t("list.decidedBy"),
            fills: "cut" as const,
            hideBelow: "lg" as const,
            cell: ({ decidedBy }: RequestRow) =>
              decidedBy === null ? <EmptyValue>–</EmptyValue> : <Line text={decidedBy} />,
          },
        ]
      : [
          {
            id: "assignee",
            heading: common("assignee.heading"),
            hideBelow: "lg" as const,
            cell: ({ assignee }: Assigned) => <Assignee assignee={assignee} />,
          },
        ]),
    {
      id: "time",
      heading: t(isDecided ? "list.decided" : "list.requested"),
      width: "8rem",
      align: "end",
      hideBelow: "md",
      onCard: "end",
      cell: ({ requestedAt, decidedAt }) =>
        isDecided ? <RowTime iso={decidedAt ?? requestedAt} /> : <Age iso={requestedAt} />,
    },
  ];
  if (mayAccept && tab === "open") {
    columns.push({
      id: "accept",
      heading: <span className="sr-only">{t("accept")}</span>,
      align: "end",
      onCard: "act",
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
      href={paths.refundForm({ ...request, request: request.requestId })}
      aria-label={t("acceptNamed", { reference: request.reference })}
      className={buttonClass("secondary", "sm")}
    >
      {t("accept")}
    </Link>
  );
}
