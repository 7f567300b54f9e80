"use client";

import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
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
  const endpointColumn: Column<DeliveryRow> = {
    id: "endpoint",
    heading: t("endpoint"),
    hideBelow: "ml",
    cell: ({ endpoint }) => <EndpointLink endpoint={endpoint} />,
  };
  return (
    <DataTable
      label={t("deliveries.list")}
      rows={deliveries}
      rowKey={(delivery) => delivery.delivery_id}
      columns={[
        {
          id: "event",
          heading: t("deliveries.event"),
          cell: (delivery) => (
            <>
              <Link
                href={paths.webhookDelivery(delivery.delivery_id)}
                className="font-mono text-[0.8125rem] font-medium text-accent underline-offset-2 hover:underline"
              >
                {delivery.event}
              </Link>
              <p className="text-ink-muted">
                <Time iso={delivery.occurred_at} />
              </p>
              {delivery.merchant_transaction_id !== null && (
                <p className="@3xl:hidden">
                  <ForeignText>{delivery.merchant_transaction_id}</ForeignText>
                </p>
              )}
              {showsEndpoint && (
                <p className="*:inline-block max-sm:py-2 @4xl:hidden">
                  <EndpointLink endpoint={delivery.endpoint} />
                </p>
              )}
            </>
          ),
        },
        ...(showsEndpoint ? [endpointColumn] : []),
        {
          id: "status",
          heading: t("deliveries.status"),
          width: "9rem",
          cell: ({ state, nextAttemptAt, isQueued, last_error: lastError }) => (
            <>
              <DeliveryStatus state={state} />
              {lastError !== null && (
                <p className="mt-0.5 text-xs text-danger @xl:hidden">{t(`error.${lastError}`)}</p>
              )}
              {nextAttemptAt !== null && (
                <p className="mt-0.5 text-xs text-ink-muted">
                  <NextAttempt at={nextAttemptAt} isNamed />
                </p>
              )}
              {isQueued && <p className="mt-0.5 text-xs text-ink-muted">{t("deliveries.endpointPaused")}</p>}
            </>
          ),
        },
        {
          id: "payment",
          heading: t("deliveries.payment"),
          hideBelow: "md",
          cell: ({ merchant_transaction_id: reference }) =>
            reference === null ? (
              <EmptyValue>{common("none")}</EmptyValue>
            ) : (
              <Link href={paths.payments(reference)} className="underline-offset-2 hover:underline">
                <ForeignText>{reference}</ForeignText>
              </Link>
            ),
        },
        {
          id: "answer",
          heading: t("deliveries.answer"),
          width: "14rem",
          hideBelow: "sm",
          cell: (delivery) => (
            <>
              {delivery.last_error === null ? (
                <span className="tabular-nums">
                  {delivery.last_response_status ?? t("deliveries.noAnswer")}
                </span>
              ) : (
                <span className="text-danger">{t(`error.${delivery.last_error}`)}</span>
              )}
              <p className="text-ink-muted">{t("deliveries.attempts", { count: delivery.attempts })}</p>
            </>
          ),
        },
      ]}
    />
  );
}
