import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { ReasonFilter } from "@/components/refunds/reason-filter";
import { Forbidden } from "@/components/states/forbidden";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { roleAllows, type Role } from "@/lib/can";
import { paths } from "@/lib/paths";
import { REQUEST_TABS, type RequestTab } from "@/lib/requests/request-views";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { withAssignees } from "@/server/dashboard/queues/queries/list-assignees";
import { listRefundReasons } from "@/server/dashboard/reasons/queries/list-refund-reasons";
import { doRequestsReserve } from "@/server/dashboard/requests/queries/do-requests-reserve";
import { listRequests } from "@/server/dashboard/requests/queries/list-requests";
import { readTabCounts } from "../refunds/_components/read-tab-counts";
import { RefundTabs } from "../refunds/_components/refund-tabs";
import { ReserveSetting } from "./_components/reserve-setting";
import { RequestsTable } from "./_components/requests-table";

type RequestsPageProps = {
  searchParams: Promise<Partial<Record<"tab" | "reason" | "cursor", string | string[]>>>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("requests"))("title") };
}

/** The queue of finance, decided requests, and one's own. A role that can request starts with its own. */
export default async function RequestsPage({ searchParams }: RequestsPageProps) {
  const given = await searchParams;
  const cursor = typeof given.cursor === "string" ? given.cursor : undefined;
  const reason = typeof given.reason === "string" && given.reason !== "" ? given.reason : undefined;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.requests());
  const { role, userId } = ctx.actor;
  const tab = REQUEST_TABS.find((candidate) => candidate === given.tab) ?? firstTab(role);
  const [t, refunds, common] = await Promise.all([
    translator("requests"),
    translator("refunds"),
    translator("common"),
  ]);

  const found = await orForbidden(
    Promise.all([
      listRequests(ctx, { tab, reason, ...(cursor !== undefined && { cursor }) }),
      doRequestsReserve(ctx),
      listRefundReasons(ctx),
      readTabCounts(ctx),
    ]),
  );
  if (found === null) return <Forbidden role={role} permission="view_refunds" />;
  const [view, doReserve, reasons, counts] = found;
  // Nobody works on a decided one.
  const requests =
    tab === "decided"
      ? view.requests
      : await withAssignees(ctx, "request", view.requests, ({ requestId }) => requestId);
  return (
    <>
      <PageHeader
        title={refunds("title")}
        about={t(doReserve ? "aboutReserved" : "about")}
        tabs={<RefundTabs here="requests" counts={counts} />}
      />
      <ReasonFilter
        label={t("tabs.label")}
        tab={tab}
        reason={reason ?? null}
        reasons={reasons}
        path={paths.requests()}
        clearHref={paths.requests({ tab })}
        parts={REQUEST_TABS.map((one) => ({
          href: paths.requests({ tab: one, reason }),
          name: t(`tabs.${one}`),
          isHere: one === tab,
          ...(one === "open" && { count: view.open }),
        }))}
      />
      {requests.length === 0 ? (
        reason === undefined ? (
          <EmptyState title={t(`empty.${tab}Title`)}>{t(`empty.${tab}Body`)}</EmptyState>
        ) : (
          <EmptyState title={t("empty.filteredTitle")} />
        )
      ) : (
        <RequestsTable tab={tab} requests={requests} mayAccept={roleAllows(role, "refund_payment")} />
      )}
      <Pager
        label={common("pages")}
        first={
          cursor === undefined ? null : { href: paths.requests({ tab, reason }), label: common("newest") }
        }
        next={
          view.nextCursor === null
            ? null
            : { href: paths.requests({ tab, reason, cursor: view.nextCursor }), label: common("more") }
        }
      />
      {roleAllows(role, "manage_approval_rules") && (
        <Messages areas={["requests"]}>
          <ReserveSetting doReserve={doReserve} />
        </Messages>
      )}
      <RefreshWhile isOpen={tab !== "decided"} seed={userId} />
    </>
  );
}

function firstTab(role: Role): RequestTab {
  return roleAllows(role, "refund_payment") ? "open" : "mine";
}
