import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { Unread } from "@/components/states/unread";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { DataTable } from "@/components/ui/table";
import { Absent, ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { ToolBar } from "@/components/ui/tool-bar";
import type { OpsRead } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import type { DeliveryPage } from "@/server/dashboard/queries/list-deliveries";
import { isFiltered, queryOf, type ShownFilter } from "./delivery-filter";
import { DeliveryFilterChips, DeliveryFilterForm } from "./delivery-filter-form";
import { DeliveryStatus } from "./delivery-status";

type DeliveryListProps = {
  read: OpsRead<DeliveryPage>;
  filter: ShownFilter;
  /** The address of the list with another filter. */
  hrefOf: (query: Record<string, string | undefined>) => string;
};

/** The log of webhooks with its filter, which is a plain form: it works before any script has run. */
export async function DeliveryList({ read, filter, hrefOf }: DeliveryListProps) {
  const t = await translator("webhooks");
  return (
    <>
      <ToolBar>
        <DeliveryFilterForm filter={filter} hrefOf={hrefOf} />
      </ToolBar>
      <DeliveryFilterChips filter={filter} hrefOf={hrefOf} />
      {read.kind !== "found" && <Unread read={read} />}
      {read.kind === "found" && read.value.deliveries.length === 0 && (
        <EmptyState title={t(isFiltered(filter) ? "deliveries.noneFiltered" : "deliveries.none")}>
          {t(isFiltered(filter) ? "deliveries.noneFilteredBody" : "deliveries.noneBody")}
        </EmptyState>
      )}
      {read.kind === "found" && read.value.deliveries.length > 0 && (
        <Deliveries page={read.value} filter={filter} hrefOf={hrefOf} />
      )}
    </>
  );
}

async function Deliveries(props: { page: DeliveryPage } & Pick<DeliveryListProps, "filter" | "hrefOf">) {
  const [t, common] = await Promise.all([translator("webhooks"), translator("common")]);
  const { page, filter, hrefOf } = props;
  return (
    <>
      <DataTable
        label={t("deliveries.list")}
        rows={page.deliveries}
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
              </>
            ),
          },
          {
            id: "status",
            heading: t("deliveries.status"),
            width: "8.5rem",
            cell: ({ status }) => <DeliveryStatus status={status} />,
          },
          {
            id: "payment",
            heading: t("deliveries.payment"),
            hideBelow: "md",
            cell: ({ merchant_transaction_id: reference }) =>
              reference === null ? (
                <Absent>{common("none")}</Absent>
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
      <Pager
        label={common("pages")}
        first={
          filter.cursor === ""
            ? null
            : { href: hrefOf(queryOf({ ...filter, cursor: "" })), label: common("newest") }
        }
        next={
          page.next_cursor === null
            ? null
            : { href: hrefOf(queryOf({ ...filter, cursor: page.next_cursor })), label: common("older") }
        }
      />
    </>
  );
}
