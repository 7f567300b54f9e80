import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectTo, redirectToSignIn } from "@/components/navigation/server";
import { ExportProblemNotice } from "@/components/states/export-problem-notice";
import { Forbidden } from "@/components/states/forbidden";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { currentTimeZone } from "@/components/time-zone/server";
import { roleAllows } from "@/lib/can";
import { readAddressColumns } from "@/lib/lists/list-columns";
import { readTypedFilter, withTyped } from "@/lib/lists/typed-filter";
import { paths } from "@/lib/paths";
import { REFUND_QUERY_FIELDS } from "@/lib/refunds/refund-list-views";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listRefundReasons } from "@/server/dashboard/reasons/queries/list-refund-reasons";
import { readRefundFilter } from "@/server/dashboard/refunds/domain/refund-filter";
import { listRefundRequesters } from "@/server/dashboard/refunds/queries/list-refund-requesters";
import { listRefunds } from "@/server/dashboard/refunds/queries/list-refunds";
import { listOutsideRefunds } from "@/server/dashboard/refunds/queries/list-outside-refunds";
import { readColumns } from "@/server/dashboard/views/queries/read-columns";
import { listViews } from "@/server/dashboard/views/queries/list-saved-views";
import { OutsideRefundsList } from "./_components/outside-refunds-list";
import type { GivenFilter } from "./_components/refund-filter-fields";
import { refundGrammar } from "./_components/refund-grammar";
import { readTabCounts } from "./_components/read-tab-counts";
import { RefundList } from "./_components/refund-list";
import { RefundTabs } from "./_components/refund-tabs";
import { RefundTools } from "./_components/refund-tools";

type RefundsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("refunds"))("title") };
}

export default async function RefundsPage({ searchParams }: RefundsPageProps) {
  const params = await searchParams;
  const given: GivenFilter = {
    ...firstOf(params, REFUND_QUERY_FIELDS),
    ...statusesOf(params),
    ...columnsOf(params),
  };
  const { cursor, typed: text = "" } = firstOf(params, ["cursor", "typed"]);
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.refundList({ ...given, cursor }));

  const { tab, filter, faults } = readRefundFilter(params, ctx.clock.now());
  const isFaulty = Object.keys(faults).length > 0;
  const isOutside = tab === "elsewhere";
  const page = cursor === undefined ? {} : { cursor };
  const read = await orForbidden(
    Promise.all([
      readTabCounts(ctx),
      isOutside ? [] : listRefundRequesters(ctx),
      isOutside ? [] : listRefundReasons(ctx),
      isOutside || isFaulty ? null : listRefunds(ctx, { filter, ...page }),
      isOutside ? listOutsideRefunds(ctx, page) : null,
      isOutside ? null : (readAddressColumns("refunds", given.columns ?? "") ?? readColumns(ctx, "refunds")),
      isOutside ? null : listViews(ctx, "refunds"),
    ]),
  );
  if (read === null) return <Forbidden role={ctx.actor.role} permission="view_refunds" />;
  const [counts, requesters, reasons, view, elsewhere, layout, views] = read;
  const typed = text.trim();
  const grammar = await refundGrammar({ requesters, reasons });
  const { given: meant, unknown } = readTypedFilter(typed, grammar);
  if (typed !== "" && unknown.length === 0)
    return redirectTo(
      paths.refundList({ ...withTyped(given, meant), zone: given.zone ?? (await currentTimeZone()) }),
    );
  const t = await translator("refunds");
  const isFirstPage = cursor === undefined;
  return (
    <>
      <PageHeader
        title={t("title")}
        about={isOutside ? t("aboutOutside") : tab === "attention" ? t("aboutAttention") : undefined}
        tabs={<RefundTabs here={tab} counts={counts} />}
      />
      <ExportProblemNotice problem={params.export} />
      <Messages areas={["refunds", "columns", "savedViews"]}>
        {views !== null && (
          <RefundTools
            tab={tab}
            given={given}
            faults={faults}
            requesters={requesters}
            reasons={reasons}
            grammar={grammar}
            refused={unknown.length === 0 ? null : { text: typed, unknown }}
            views={views}
            layout={layout}
            mayExport={roleAllows(ctx.actor.role, "export_records")}
          />
        )}
        {isFaulty && !isOutside && (
          <EmptyState title={t("list.faultyTitle")}>{t("list.faultyBody")}</EmptyState>
        )}
        {view !== null && (
          <RefundList
            view={view}
            tab={tab}
            ctx={ctx}
            layout={layout}
            given={given}
            isFiltered={REFUND_QUERY_FIELDS.some(
              (name) => name !== "view" && name !== "zone" && given[name] !== undefined,
            )}
            cursor={cursor}
          />
        )}
        {elsewhere !== null && (
          <OutsideRefundsList
            view={elsewhere}
            serviceAddress={ctx.routing.serviceAddress}
            given={given}
            isFirstPage={isFirstPage}
          />
        )}
      </Messages>
    </>
  );
}

/** The only filter field that may occur several times in an address; empty if it occurs at most once. */
function statusesOf({ status }: Readonly<Record<string, string | string[] | undefined>>): GivenFilter {
  const statuses = [...new Set([status ?? []].flat())].filter((text) => text !== "");
  return statuses.length > 1 ? { status: statuses } : {};
}

/** The columns of a view, if its address has valid ones. */
function columnsOf(params: Readonly<Record<string, string | string[] | undefined>>): GivenFilter {
  const { columns } = firstOf(params, ["columns"]);
  return columns === undefined || readAddressColumns("refunds", columns) === null ? {} : { columns };
}

/** The parameters that are set and not empty, each once. */
function firstOf<Name extends string>(
  params: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = params[name];
    const text = typeof value === "string" ? value : value?.[0];
    if (text !== undefined && text !== "") found[name] = text;
  }
  return found;
}
