import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { ExportProblemNotice } from "@/components/states/export-problem-notice";
import { Forbidden } from "@/components/states/forbidden";
import { KeepTimeZone } from "@/components/time-zone/keep-time-zone";
import { currentTimeZone } from "@/components/time-zone/server";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { roleAllows } from "@/lib/can";
import { scheduledListHref, SCHEDULED_LISTS, SCHEDULED_PERMISSIONS } from "@/lib/exports/scheduled-lists";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listScheduledExports } from "@/server/dashboard/scheduled-exports/queries/list-schedules";
import { ScheduleForm } from "./_components/schedule-form";
import { ScheduledExport } from "./_components/scheduled-export";

type ExportsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("scheduledExports"))("title") };
}

/** One's own scheduled exports with their files; with a list and its filter in the address, the form of a new one. */
export default async function ExportsPage({ searchParams }: ExportsPageProps) {
  const params = await searchParams;
  const ctx = await currentCtx();
  const one = (name: string): string => [params[name] ?? ""].flat()[0] ?? "";
  const query = one("query");
  const list = SCHEDULED_LISTS.find((name) => name === one("list"));
  if (ctx === null) return redirectToSignIn(paths.scheduledExports({ list, query }));
  const { role, userId } = ctx.actor;
  const schedules = await orForbidden(listScheduledExports(ctx));
  if (schedules === null) return <Forbidden role={role} permission="view_payments" />;
  const [t, zone] = await Promise.all([translator("scheduledExports"), currentTimeZone()]);
  const needed = ["export_records", ...(list === undefined ? [] : [SCHEDULED_PERMISSIONS[list]])] as const;
  const missing = needed.find((permission) => !roleAllows(role, permission));
  const isOpen = schedules.some(({ runs }) =>
    runs.some(({ state }) => state === "waiting" || state === "running"),
  );
  return (
    <Messages areas={["scheduledExports"]}>
      <KeepTimeZone used={zone} />
      <PageHeader title={t("title")} about={t("about")} />
      <ExportProblemNotice problem={params.export} />
      <div className="max-w-4xl space-y-4">
        {list !== undefined && missing === undefined && (
          <Panel title={t(`new.${list}`)}>
            <ScheduleForm list={list} query={query} source={scheduledListHref(list, query)} zone={zone} />
          </Panel>
        )}
        {list !== undefined && missing !== undefined && <Forbidden role={role} permission={missing} />}
        {schedules.length === 0 && list === undefined && (
          <EmptyState title={t("empty.title")}>{t("empty.body")}</EmptyState>
        )}
        {schedules.map((schedule) => (
          <ScheduledExport
            key={schedule.scheduleId}
            schedule={schedule}
            mayExport={roleAllows(role, "export_records")}
          />
        ))}
      </div>
      <RefreshWhile isOpen={isOpen} seed={userId} />
    </Messages>
  );
}
