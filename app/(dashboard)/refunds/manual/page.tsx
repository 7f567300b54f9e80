import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { ExportMenu } from "@/components/lists/export-menu";
import { redirectToSignIn } from "@/components/navigation/server";
import { ReasonFilter } from "@/components/refunds/reason-filter";
import { ExportProblemNotice } from "@/components/states/export-problem-notice";
import { Forbidden } from "@/components/states/forbidden";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { roleAllows } from "@/lib/can";
import { MANUAL_REFUND_TABS, readManualRefundTab } from "@/lib/manual-refunds/manual-refund-views";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listManualRefunds } from "@/server/dashboard/manual-refunds/queries/list-manual-refunds";
import { readTabCounts } from "../_components/read-tab-counts";
import { RefundTabs } from "../_components/refund-tabs";
import { ManualRefundList } from "./_components/manual-refund-list";
import { listRefundReasons } from "@/server/dashboard/reasons/queries/list-refund-reasons";

type ManualRefundsPageProps = {
  searchParams: Promise<Partial<Record<"tab" | "reason" | "cursor" | "export", string | string[]>>>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("manualRefunds"))("title") };
}

/** Refunds made without a gateway: those that wait for a second person, and all. */
export default async function ManualRefundsPage({ searchParams }: ManualRefundsPageProps) {
  const given = await searchParams;
  const cursor = typeof given.cursor === "string" ? given.cursor : undefined;
  const tab = readManualRefundTab(given.tab);
  const reason = typeof given.reason === "string" && given.reason !== "" ? given.reason : undefined;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.manualRefunds({ tab, reason }));
  const { role, userId } = ctx.actor;
  const [t, refunds, common] = await Promise.all([
    translator("manualRefunds"),
    translator("refunds"),
    translator("common"),
  ]);
  const read = await orForbidden(
    Promise.all([
      listManualRefunds(ctx, { tab, reason, ...(cursor !== undefined && { cursor }) }),
      listRefundReasons(ctx),
      readTabCounts(ctx),
    ]),
  );
  if (read === null) return <Forbidden role={role} permission="view_refunds" />;
  const [view, reasons, counts] = read;
  return (
    <>
      <PageHeader
        title={refunds("title")}
        about={t("about")}
        tabs={<RefundTabs here="manual" counts={counts} />}
      />
      <ExportProblemNotice problem={given.export} />
      <ReasonFilter
        label={t("tabs.label")}
        tab={tab}
        reason={reason ?? null}
        reasons={reasons}
        path={paths.manualRefunds()}
        clearHref={paths.manualRefunds({ tab })}
        parts={MANUAL_REFUND_TABS.map((one) => ({
          href: paths.manualRefunds({ tab: one, reason }),
          name: t(`tabs.${one}`),
          isHere: one === tab,
        }))}
        tools={
          roleAllows(role, "export_records") && (
            <ExportMenu
              csv={paths.api.exportManualRefunds({ tab, reason, format: "csv" })}
              xlsx={paths.api.exportManualRefunds({ tab, reason, format: "xlsx" })}
              schedule={paths.scheduledExports({
                list: "manual_refunds",
                query: new URLSearchParams({
                  ...(tab !== "all" && { tab }),
                  ...(reason !== undefined && { reason }),
                }).toString(),
              })}
            />
          )
        }
      />
      <Messages areas={["manualRefunds"]}>
        <ManualRefundList
          key={`${tab} ${reason ?? ""}`}
          refunds={view.refunds}
          mayDecide={roleAllows(role, "record_manual_refund")}
          mayApprove={roleAllows(role, "approve_refund")}
          empty={
            reason === undefined ? (
              <EmptyState title={t(`empty.${tab}Title`)}>{t(`empty.${tab}Body`)}</EmptyState>
            ) : (
              <EmptyState title={t("empty.filteredTitle")} />
            )
          }
        />
      </Messages>
      <Pager
        label={common("pages")}
        first={
          cursor === undefined
            ? null
            : { href: paths.manualRefunds({ tab, reason }), label: common("newest") }
        }
        next={
          view.nextCursor === null
            ? null
            : { href: paths.manualRefunds({ tab, reason, cursor: view.nextCursor }), label: common("more") }
        }
      />
      <RefreshWhile isOpen={tab === "waiting"} seed={userId} />
    </>
  );
}
