import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { KeepTimeZone } from "@/components/time-zone/keep-time-zone";
import { currentTimeZone } from "@/components/time-zone/server";
import { PageHeader } from "@/components/ui/page-header";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import {
  overviewSpan,
  parseOverviewRange,
  spanOfDays,
} from "@/server/dashboard/overview/domain/overview-span";
import { readOverview } from "@/server/dashboard/overview/queries/read-overview";
import { OverviewPeriods } from "./_components/overview-periods";
import { OverviewScreen } from "./_components/overview-screen";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("overview"))("title") };
}

type OverviewPageProps = {
  searchParams: Promise<Partial<Record<"range" | "from" | "until", string | string[]>>>;
};

export default async function OverviewPage({ searchParams }: OverviewPageProps) {
  const given = await searchParams;
  const [range, from, until] = [given.range, given.from, given.until].map((one) =>
    typeof one === "string" ? one : one?.[0],
  );
  const days = from === undefined && until === undefined ? null : { from: from ?? "", until: until ?? "" };
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.overview(days ?? { range }));

  const t = await translator("overview");
  const zone = await currentTimeZone();
  const now = ctx.clock.now();
  const chosen = days === null ? null : spanOfDays(days, now, zone);
  const span = chosen ?? overviewSpan(parseOverviewRange(days === null ? range : undefined), now, zone);
  const view = await orForbidden(readOverview(ctx, span, zone));
  if (view === null) return <Forbidden role={ctx.actor.role} permission="view_overview" />;
  return (
    <>
      <KeepTimeZone used={zone} />
      <PageHeader title={t("title")} about={t("about", { range: span.bucket, zone })} />
      <OverviewPeriods span={span} days={days} zone={zone} />
      {days !== null && chosen === null && (
        <div className="mb-4">
          <Notice tone="warning" title={t("days.fault")}>
            <p>{t("days.faultBody")}</p>
          </Notice>
        </div>
      )}
      <OverviewScreen view={view} span={span} zone={zone} serviceAddress={ctx.routing.serviceAddress} />
    </>
  );
}
