import { translator } from "@/components/i18n/server";
import { ColumnsTool } from "@/components/lists/columns-tool";
import { ExportMenu } from "@/components/lists/export-menu";
import { TypedFilter } from "@/components/lists/typed-filter";
import { ToolBar, ToolBarSpace } from "@/components/ui/tool-bar";
import { type ColumnLayout, writeAddressColumns } from "@/lib/lists/list-columns";
import type { TypedGrammar } from "@/lib/lists/typed-filter";
import { paths } from "@/lib/paths";
import type { RefundFilterFault, RefundFilterField, RefundListTab } from "@/lib/refunds/refund-list-views";
import type { RefundReason } from "@/lib/reasons/reason";
import type { SavedViewsView } from "@/lib/views/saved-view-views";
import { SavedViews } from "../../_components/saved-views/saved-views";
import { chooseColumnsAction } from "../../list-columns-action";
import { refundColumnNames } from "./column-names";
import type { GivenFilter } from "./refund-filter-fields";
import { RefundFilterChips } from "./refund-filter-chips";
import { RefundFilters } from "./refund-filters";

type RefundToolsProps = {
  tab: RefundListTab;
  /** The filter as in the address, with the columns of a view. */
  given: GivenFilter;
  faults: Partial<Record<RefundFilterField, RefundFilterFault>>;
  requesters: { id: string; name: string }[];
  reasons: readonly RefundReason[];
  grammar: TypedGrammar;
  refused: { text: string; unknown: readonly string[] } | null;
  views: SavedViewsView;
  layout: ColumnLayout | null;
  mayExport: boolean;
};

/** The bar above the refunds made in the dashboard. */
export async function RefundTools(props: RefundToolsProps) {
  const { tab, given, faults, requesters, reasons, grammar, refused, views, layout, mayExport } = props;
  const { columns, ...filter } = given;
  const here = paths.refundList(filter);
  const [t, common] = await Promise.all([translator("refunds"), translator("common")]);
  const hasList = Object.keys(faults).length === 0;
  return (
    <ToolBar>
      <RefundFilters tab={tab} given={given} faults={faults} requesters={requesters} reasons={reasons} />
      <TypedFilter action={paths.refunds()} grammar={grammar} kept={given} refused={refused} />
      {hasList && <RefundFilterChips given={given} requesters={requesters} reasons={reasons} />}
      <ToolBarSpace />
      <SavedViews
        list="refunds"
        views={views.own.map(opened)}
        shared={views.shared.map(opened)}
        roles={views.roles}
        query={here.split("?")[1] ?? ""}
        columns={layout === null ? null : writeAddressColumns(layout)}
        hasOwnColumns={columns !== undefined}
      />
      {hasList && (
        <ColumnsTool
          list="refunds"
          layout={layout}
          names={refundColumnNames(t, common)}
          ownHref={columns === undefined ? null : here}
          save={chooseColumnsAction}
        />
      )}
      {hasList && mayExport && (
        <ExportMenu
          csv={paths.api.exportRefunds({ ...filter, format: "csv" })}
          xlsx={paths.api.exportRefunds({ ...filter, format: "xlsx" })}
          schedule={paths.scheduledExports({ list: "refunds", query: here.split("?")[1] })}
        />
      )}
    </ToolBar>
  );
}

function opened<View extends { query: string }>({ query, ...view }: View) {
  return { ...view, href: `${paths.refunds()}?${query}` };
}
