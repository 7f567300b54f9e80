import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { roleAllows } from "@/lib/can";
import { type ColumnLayout, showColumns, type ShownColumns } from "@/lib/lists/list-columns";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { WORK_KINDS, worksIn } from "@/lib/queues/work-kinds";
import type { RefundListTab, RefundListView } from "@/lib/refunds/refund-list-views";
import type { Ctx } from "@/server/dashboard/context";
import { withAssignees } from "@/server/dashboard/queues/queries/list-assignees";
import type { GivenFilter } from "./refund-filter-fields";
import { LiveRefunds } from "./live-refunds";

type RefundListProps = {
  view: RefundListView;
  tab: RefundListTab;
  ctx: Ctx;
  /** The columns that the person chose; null for the default ones. */
  layout: ColumnLayout | null;
  /** The filter as in the address, without the page. */
  given: GivenFilter;
  isFiltered: boolean;
  /** The cursor of the page; undefined for the first one. */
  cursor: string | undefined;
};

/** The matching refunds made in the dashboard, their totals, and a text when there are none. */
export async function RefundList({ view, tab, ctx, layout, given, isFiltered, cursor }: RefundListProps) {
  const common = await translator("common");
  const { nextCursor, totals, readAt } = view;
  const { role } = ctx.actor;
  const isFirstPage = cursor === undefined;
  const columns = columnsOf(tab, layout);
  const here = { ...given, cursor };
  const mayExport = roleAllows(role, "export_records");
  const mayAssign = tab === "attention" && WORK_KINDS.refund.teams.some((team) => worksIn(role, team));
  const refunds =
    mayAssign || columns.ids.includes("assignee")
      ? await withAssignees(ctx, "refund", view.refunds, ({ intentId }) => intentId)
      : view.refunds;
  return (
    <>
      {totals.length > 0 && <RefundTotals totals={totals} />}
      <LiveRefunds
        // The selection is of one page of one list.
        key={paths.refundList(here)}
        refunds={refunds}
        role={role}
        columns={columns}
        given={given}
        since={isFirstPage && tab !== "attention" ? (refunds[0]?.requestedAt ?? readAt) : null}
        selection={
          mayExport || mayAssign
            ? { exportPath: mayExport ? paths.api.exportSelectedRefunds(here) : null, mayAssign }
            : null
        }
      />
      {refunds.length === 0 && <NoRefunds tab={tab} isFiltered={isFiltered} isFirstPage={isFirstPage} />}
      <Pager
        label={common("pages")}
        first={isFirstPage ? null : { href: paths.refundList(given), label: common("newest") }}
        next={
          nextCursor === null
            ? null
            : { href: paths.refundList({ ...given, cursor: nextCursor }), label: common("older") }
        }
      />
    </>
  );
}

/** Where refunds need attention, who works on them is shown unless the person has chosen other columns. */
function columnsOf(tab: RefundListTab, layout: ColumnLayout | null): ShownColumns {
  const shown = showColumns("refunds", layout);
  if (layout !== null || tab !== "attention") return shown;
  return { ...shown, ids: shown.ids.flatMap((id) => (id === "by" ? [id, "assignee"] : [id])) };
}

/** The total of all matching refunds, per currency. */
export async function RefundTotals({ totals }: { totals: RefundListView["totals"] }) {
  const t = await translator("refunds");
  return (
    <ul aria-label={t("list.totals")} className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums">
      {totals.map(({ currency, count, amount }) => (
        <li key={currency}>{t("list.total", { count, amount: displayAmount(amount, currency) })}</li>
      ))}
    </ul>
  );
}

async function NoRefunds({
  tab,
  isFiltered,
  isFirstPage,
}: Pick<RefundListProps, "tab" | "isFiltered"> & { isFirstPage: boolean }) {
  const t = await translator("refunds");
  if (!isFirstPage) return <EmptyState title={t("list.olderTitle")}>{t("list.olderBody")}</EmptyState>;
  if (isFiltered) return <EmptyState title={t("list.noMatchTitle")}>{t("list.noMatchBody")}</EmptyState>;
  if (tab === "attention")
    return <EmptyState title={t("list.attentionTitle")}>{t("list.attentionBody")}</EmptyState>;
  return (
    <EmptyState
      title={t("list.emptyTitle")}
      actions={
        <Link href={paths.payments()} className={buttonClass("primary", "sm")}>
          {t("list.findPayment")}
        </Link>
      }
    >
      {t("list.emptyBody")}
    </EmptyState>
  );
}
