import { translator } from "@/components/i18n/server";
import { ExportMenu } from "@/components/lists/export-menu";
import { FetchFailed } from "@/components/states/fetch-failed";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { ToolBar, ToolBarSpace } from "@/components/ui/tool-bar";
import type { OpsRead } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import type { DeliveryPage } from "@/server/dashboard/webhooks/queries/list-deliveries";
import { DeliveriesTable } from "./deliveries-table";
import { isFiltered, queryOf, type ShownFilter } from "./delivery-filter";
import { DeliveryFilterChips, DeliveryFilterForm } from "./delivery-filter-form";
import { QueuedDeliveries } from "./queued-deliveries";
import { StateLegend } from "./state-legend";

type DeliveryListProps = {
  read: OpsRead<DeliveryPage>;
  filter: ShownFilter;
  /** The address of the list with another filter. */
  hrefOf: (query: Record<string, string | undefined>) => string;
  /** Given on the page of one endpoint. */
  endpointId?: string;
};

/** The log of webhooks with its filter, a plain form that works without JavaScript. */
export async function DeliveryList({ read, filter, hrefOf, endpointId }: DeliveryListProps) {
  const t = await translator("webhooks");
  const isOfEndpoint = endpointId !== undefined;
  const exported = { ...queryOf({ ...filter, cursor: "" }), endpoint: endpointId };
  return (
    <>
      <ToolBar>
        <DeliveryFilterForm filter={filter} hrefOf={hrefOf} />
        <DeliveryFilterChips filter={filter} hrefOf={hrefOf} />
        <ToolBarSpace />
        <StateLegend />
        {read.kind === "found" && (
          <ExportMenu
            csv={paths.api.exportDeliveries({ ...exported, format: "csv" })}
            xlsx={paths.api.exportDeliveries({ ...exported, format: "xlsx" })}
          />
        )}
      </ToolBar>
      {read.kind !== "found" && <FetchFailed read={read} />}
      {read.kind === "found" && (
        <QueuedDeliveries
          queues={read.value.queues}
          areShown={filter.queued === "only"}
          isOfEndpoint={isOfEndpoint}
        />
      )}
      {read.kind === "found" && isEmpty(read.value) && (
        <EmptyState title={t(isFiltered(filter) ? "deliveries.noneFiltered" : "deliveries.none")}>
          {t(isFiltered(filter) ? "deliveries.noneFilteredBody" : "deliveries.noneBody")}
        </EmptyState>
      )}
      {read.kind === "found" && !isEmpty(read.value) && (
        <Deliveries page={read.value} filter={filter} hrefOf={hrefOf} isOfEndpoint={isOfEndpoint} />
      )}
    </>
  );
}

/** A page that an older service could not filter may be empty before the last one; a queue is above the list. */
function isEmpty({ deliveries, nextCursor, queues }: DeliveryPage): boolean {
  return deliveries.length === 0 && nextCursor === null && queues.length === 0;
}

type DeliveriesProps = { page: DeliveryPage; isOfEndpoint: boolean } & Pick<
  DeliveryListProps,
  "filter" | "hrefOf"
>;

async function Deliveries({ page, filter, hrefOf, isOfEndpoint }: DeliveriesProps) {
  const common = await translator("common");
  return (
    <>
      {page.deliveries.length > 0 && (
        <DeliveriesTable deliveries={page.deliveries} showsEndpoint={!isOfEndpoint} />
      )}
      <Pager
        label={common("pages")}
        first={
          filter.cursor === ""
            ? null
            : { href: hrefOf(queryOf({ ...filter, cursor: "" })), label: common("newest") }
        }
        next={
          page.nextCursor === null
            ? null
            : { href: hrefOf(queryOf({ ...filter, cursor: page.nextCursor })), label: common("older") }
        }
      />
    </>
  );
}
