import { translator } from "@/components/i18n/server";
import { ColumnsTool } from "@/components/lists/columns-tool";
import { ExportMenu } from "@/components/lists/export-menu";
import { TypedFilter } from "@/components/lists/typed-filter";
import { ExportProblemNotice } from "@/components/states/export-problem-notice";
import { ToolBar, ToolBarSpace } from "@/components/ui/tool-bar";
import { type Role, roleAllows } from "@/lib/can";
import { writeAddressColumns } from "@/lib/lists/list-columns";
import { paths } from "@/lib/paths";
import { writePaymentFilter } from "@/server/dashboard/payments/domain/payment-filter";
import { chooseColumnsAction } from "../../../list-columns-action";
import { paymentColumnNames } from "./column-names";
import { FilterPanel } from "./filter-panel";
import { PaymentFilterChips } from "./payment-filter-chips";
import { ListResult } from "./list-result";
import { paymentGrammar } from "./payment-grammar";
import { type ListRequest, type ListScreenView, listQuery } from "./read-payment-list";
import { SeenList } from "./seen-list";
import { SavedViews } from "../../../_components/saved-views/saved-views";

type PaymentListProps = {
  request: ListRequest;
  role: Role;
  view: ListScreenView | Promise<ListScreenView>;
};

/** All payments, filtered. Where the service has no list: those that Paydeck has seen. */
export async function PaymentList({ request, role, view }: PaymentListProps) {
  const t = await translator("payments");
  const { list, kinds, savedViews, layout, readAt } = await view;
  if (list.kind === "not_offered") return <SeenList seen={list.seen} />;

  const { filter, query } = request;
  const written = writePaymentFilter(filter);
  const here = paths.paymentList(written);
  const mayExport = roleAllows(role, "export_records");
  return (
    <section aria-label={t("list.name")}>
      <ToolBar>
        <FilterPanel
          request={request}
          gateways={list.kind === "listed" ? gatewaysOf(list) : []}
          kinds={kinds}
        />
        <TypedFilter
          action={paths.payments()}
          grammar={await paymentGrammar({ isByKind: kinds !== null })}
          kept={listQuery(request, filter)}
          refused={request.refused}
        />
        <PaymentFilterChips request={request} />
        <ToolBarSpace />
        <SavedViews
          list="payments"
          views={savedViews.own.map(opened)}
          shared={savedViews.shared.map(opened)}
          roles={savedViews.roles}
          query={here.split("?")[1] ?? ""}
          columns={layout === null ? null : writeAddressColumns(layout)}
          hasOwnColumns={request.columns !== null}
        />
        {list.kind === "listed" && (
          <ColumnsTool
            list="payments"
            layout={layout}
            names={paymentColumnNames(t, list.payments)}
            ownHref={request.columns === null ? null : here}
            save={chooseColumnsAction}
          />
        )}
        {mayExport && (
          <ExportMenu
            csv={paths.api.exportPayments({ ...written, format: "csv" })}
            xlsx={paths.api.exportPayments({ ...written, format: "xlsx" })}
            schedule={
              filter.customer === null
                ? paths.scheduledExports({ list: "payments", query: here.split("?")[1] })
                : undefined
            }
          />
        )}
      </ToolBar>
      <ExportProblemNotice problem={query.export} />
      <ListResult list={list} request={request} role={role} layout={layout} readAt={readAt} />
      {mayExport && list.kind === "listed" && list.payments.length > 0 && (
        <p className="mt-3 max-w-prose text-xs text-ink-muted">{t("export.about")}</p>
      )}
    </section>
  );
}

function opened<View extends { query: string }>({ query, ...view }: View) {
  return { ...view, href: `${paths.payments()}?${query}` };
}

function gatewaysOf({ payments }: Extract<ListScreenView["list"], { kind: "listed" }>): string[] {
  return [...new Set(payments.flatMap(({ gateway }) => gateway ?? []))].sort();
}
