"use client";

import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { RowTime } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import type { DeliveryRow } from "@/server/dashboard/webhooks/queries/list-deliveries";
import { DeliveryStatus } from "./delivery-status";
import { EndpointLink } from "./endpoint-link";
import { NextAttempt } from "./next-attempt";

type DeliveriesTableProps = {
  deliveries: readonly DeliveryRow[];
  /** Not on the page of one endpoint. */
  showsEndpoint: boolean;
};

/** One row per delivery; its event is the link. */
export function DeliveriesTable({ deliveries, showsEndpoint }: DeliveriesTableProps) {
  const t = useTranslations("webhooks");
  const common = useTranslations("common");
  const columns: Column<DeliveryRow>[] = [
    {
      id: "event",
      heading: t("deliveries.event"),
      onCard: "start",
      cell: (delivery) => (
        <Link data-opens href={paths.webhookDelivery(delivery.delivery_id)} className="font-mono">
          {delivery.event}
        </Link>
      ),
    },
    {
      id: "status",
      heading: t("deliveries.status"),
      onCard: "line",
      cell: ({ state, nextAttemptAt, isQueued }) => (
        <>
          <DeliveryStatus state={state} />
          {nextAttemptAt !== null && (
            <span className="ml-1.5 text-ink-muted">
              <NextAttempt at={nextAttemptAt} isNamed />
            </span>
          )}
          {isQueued && <span className="ml-1.5 text-ink-muted">{t("deliveries.endpointPaused")}</span>}
        </>
      ),
    },
    {
      id: "payment",
      heading: t("deliveries.payment"),
      fills: "cut",
      onCard: "last",
      cell: ({ merchant_transaction_id: reference, transaction_id: transactionId }) =>
        reference === null ? (
          <EmptyValue>{common("none")}</EmptyValue>
        ) : (
          <Link href={paths.paymentOf(reference, transactionId)} title={reference}>
            <ForeignText>{reference}</ForeignText>
          </Link>
        ),
    },
    {
      id: "answer",
      heading: t("deliveries.response"),
      hideBelow: "md",
      onCard: "last",
      cell: (delivery) => (
        <>
          {delivery.last_error === null ? (
            (delivery.last_response_status ?? t("deliveries.noResponse"))
          ) : (
            <span className="text-danger">{t(`error.${delivery.last_error}`)}</span>
          )}
          <span className="ml-1.5 text-ink-muted">
            {t("deliveries.attempts", { count: delivery.attempts })}
          </span>
        </>
      ),
    },
    ...(showsEndpoint
      ? [
          {
            id: "endpoint",
            heading: t("endpoint"),
            fills: "cut" as const,
            hideBelow: "md" as const,
            onCard: "last" as const,
            cell: ({ endpoint }: DeliveryRow) => <EndpointLink endpoint={endpoint} />,
          },
        ]
      : []),
    {
      id: "when",
      heading: t("deliveries.when"),
      align: "end",
      hideBelow: "md",
      onCard: "end",
      cell: ({ occurred_at: at }) => <RowTime iso={at} />,
    },
  ];
  return (
    <DataTable
      label={t("deliveries.list")}
      columns={columns}
      rows={deliveries}
      rowKey={(delivery) => delivery.delivery_id}
      opensRows
    />
  );
}
