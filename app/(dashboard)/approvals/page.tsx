import type { Metadata } from "next";
import { FoldedFilters } from "@/components/lists/filter-form";
import { redirectToSignIn } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { Forbidden } from "@/components/states/forbidden";
import { buttonClass } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { ToolBar, ToolBarSpace } from "@/components/ui/tool-bar";
import { APPROVAL_TABS, type ApprovalTab } from "@/lib/approvals/approval-views";
import { roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listApprovals } from "@/server/dashboard/approvals/queries/list-approvals";
import { readTabCounts } from "../refunds/_components/read-tab-counts";
import { RefundTabs } from "../refunds/_components/refund-tabs";
import { ApprovalsTable } from "./_components/approvals-table";

type ApprovalsPageProps = { searchParams: Promise<{ tab?: string | string[]; cursor?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("approvals"))("title") };
}

/** Pending requests, ended ones, and one's own. */
export default async function ApprovalsPage({ searchParams }: ApprovalsPageProps) {
  const given = await searchParams;
  const tab = APPROVAL_TABS.find((candidate) => candidate === given.tab) ?? "waiting";
  const cursor = typeof given.cursor === "string" ? given.cursor : undefined;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.approvals({ tab, cursor }));
  const [t, refunds, common] = await Promise.all([
    translator("approvals"),
    translator("refunds"),
    translator("common"),
  ]);
  const { role, userId } = ctx.actor;

  const found = await orForbidden(
    Promise.all([listApprovals(ctx, { tab, ...(cursor !== undefined && { cursor }) }), readTabCounts(ctx)]),
  );
  if (found === null) return <Forbidden role={role} permission="view_refunds" />;
  const [view, counts] = found;
  return (
    <>
      <PageHeader
        title={refunds("title")}
        about={t("about")}
        tabs={<RefundTabs here="approvals" counts={counts} />}
      />
      <ToolBar>
        <FoldedFilters count={tab === "waiting" ? 0 : 1} />
        <Choice
          isLabelHidden
          label={t("tabs.label")}
          options={APPROVAL_TABS.map((one) => ({
            href: hrefOf(one),
            name: t(`tabs.${one}`),
            isHere: one === tab,
            ...(one === "waiting" && { count: view.waiting }),
          }))}
        />
        <ToolBarSpace />
        {roleAllows(role, "manage_approval_rules") && (
          <Link href={paths.approvalRules()} className={buttonClass("secondary", "sm")}>
            {t("rulesLink")}
          </Link>
        )}
      </ToolBar>
      {view.approvals.length === 0 ? (
        <EmptyState title={t(`empty.${tab}Title`)}>{t(`empty.${tab}Body`)}</EmptyState>
      ) : (
        <ApprovalsTable tab={tab} approvals={view.approvals} />
      )}
      <Pager
        label={common("pages")}
        first={cursor === undefined ? null : { href: hrefOf(tab), label: common("newest") }}
        next={
          view.nextCursor === null
            ? null
            : { href: paths.approvals({ tab, cursor: view.nextCursor }), label: common("more") }
        }
      />
      <RefreshWhile isOpen={tab !== "decided"} seed={userId} />
    </>
  );
}

/** The first tab has the page's plain address. */
function hrefOf(tab: ApprovalTab): string {
  return tab === "waiting" ? paths.approvals() : paths.approvals({ tab });
}
