import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Tabs } from "@/components/ui/tabs";
import { roleAllows } from "@/lib/can";
import { MANUAL_REFUND_TABS } from "@/lib/manual-refunds/manual-refund-views";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listManualRefunds } from "@/server/dashboard/manual-refunds/queries/list-manual-refunds";
import { ManualRefundList } from "./_components/manual-refund-list";

type ManualRefundsPageProps = {
  searchParams: Promise<{ tab?: string | string[]; cursor?: string | string[] }>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("manualRefunds"))("title") };
}

/** Refunds made without a gateway: those that wait for a second person, and all. */
export default async function ManualRefundsPage({ searchParams }: ManualRefundsPageProps) {
  const given = await searchParams;
  const cursor = typeof given.cursor === "string" ? given.cursor : undefined;
  const tab = MANUAL_REFUND_TABS.find((candidate) => candidate === given.tab) ?? "waiting";
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.manualRefunds({ tab }));
  const { role, userId } = ctx.actor;
  const [t, refunds, common] = await Promise.all([
    translator("manualRefunds"),
    translator("refunds"),
    translator("common"),
  ]);
  const view = await orForbidden(listManualRefunds(ctx, { tab, ...(cursor !== undefined && { cursor }) }));
  if (view === null) return <Forbidden role={role} permission="view_refunds" />;
  return (
    <>
      <PageHeader
        back={{ href: paths.refunds(), label: refunds("title") }}
        title={t("title")}
        about={t("about")}
      />
      <Tabs
        label={t("tabs.label")}
        tabs={MANUAL_REFUND_TABS.map((one) => ({
          href: paths.manualRefunds({ tab: one }),
          label: t(`tabs.${one}`),
          isHere: one === tab,
        }))}
      />
      <Messages areas={["manualRefunds"]}>
        <ManualRefundList
          key={tab}
          refunds={view.refunds}
          mayDecide={roleAllows(role, "record_manual_refund")}
          empty={<EmptyState title={t(`empty.${tab}Title`)}>{t(`empty.${tab}Body`)}</EmptyState>}
        />
      </Messages>
      <Pager
        label={common("pages")}
        first={cursor === undefined ? null : { href: paths.manualRefunds({ tab }), label: common("newest") }}
        next={
          view.nextCursor === null
            ? null
            : { href: paths.manualRefunds({ tab, cursor: view.nextCursor }), label: common("more") }
        }
      />
      <RefreshWhile isOpen={tab === "waiting"} seed={userId} />
    </>
  );
}
