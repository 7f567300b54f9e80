import { translator } from "@/components/i18n/server";
import { FetchFailed } from "@/components/states/fetch-failed";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { ToolBar } from "@/components/ui/tool-bar";
import type { OpsRead } from "@/lib/ops-outcomes";
import type { DeliveryPage } from "@/server/dashboard/webhooks/queries/list-deliveries";
import { DeliveriesTable } from "./deliveries-table";
import { isFiltered, queryOf, type ShownFilter } from "./delivery-filter";
import { DeliveryFilterChips, DeliveryFilterForm } from "./delivery-filter-form";

type DeliveryListProps = {
  read: OpsRead<DeliveryPage>;
  filter: ShownFilter;
  /** The address of the list with another filter. */
  hrefOf: (query: Record<string, string | undefined>) => string;
};

/** The log of webhooks with its filter, a plain form that works without JavaScript. */
export async function DeliveryList({ read, filter, hrefOf }: DeliveryListProps) {
  const t = await translator("webhooks");
  return (
    <>
      <ToolBar>
        <DeliveryFilterForm filter={filter} hrefOf={hrefOf} />
      </ToolBar>
      <DeliveryFilterChips filter={filter} hrefOf={hrefOf} />
      {read.kind !== "found" && <FetchFailed read={read} />}
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
  const common = await translator("common");
  const { page, filter, hrefOf } = props;
  return (
    <>
      <DeliveriesTable deliveries={page.deliveries} />
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
