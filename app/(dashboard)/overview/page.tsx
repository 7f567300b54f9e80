import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { KeepTimeZone } from "@/components/time-zone/keep-time-zone";
import { currentTimeZone } from "@/components/time-zone/server";
import { PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import {
  OVERVIEW_RANGES,
  overviewSpan,
  parseOverviewRange,
} from "@/server/dashboard/overview/domain/overview-span";
import { readOverview } from "@/server/dashboard/overview/queries/read-overview";
import { OverviewScreen } from "./_components/overview-screen";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("overview"))("title") };
}

type OverviewPageProps = { searchParams: Promise<{ range?: string | string[] }> };

export default async function OverviewPage({ searchParams }: OverviewPageProps) {
  const { range: given } = await searchParams;
  const range = parseOverviewRange(typeof given === "string" ? given : given?.[0]);
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.overview({ range }));

  const t = await translator("overview");
  const zone = await currentTimeZone();
  const span = overviewSpan(range, ctx.clock.now(), zone);
  const view = await orForbidden(readOverview(ctx, span, zone));
  if (view === null) return <Forbidden role={ctx.actor.role} permission="view_overview" />;
  return (
    <>
      <KeepTimeZone used={zone} />
      <PageHeader title={t("title")} about={t("about", { range: span.bucket, zone })} />
      <Tabs
        label={t("ranges")}
        tabs={OVERVIEW_RANGES.map((other) => ({
          href: paths.overview({ range: other }),
          label: t(`range.${other}`),
          isHere: other === range,
        }))}
      />
      <OverviewScreen view={view} span={span} zone={zone} serviceAddress={ctx.routing.serviceAddress} />
    </>
  );
}
