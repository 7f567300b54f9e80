import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { FetchFailed } from "@/components/states/fetch-failed";
import { Forbidden } from "@/components/states/forbidden";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Tabs } from "@/components/ui/tabs";
import { roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listFindings } from "@/server/dashboard/reconciliation/queries/list-findings";
import { gatewayNames, listRuns } from "@/server/dashboard/reconciliation/queries/list-runs";
import { FindingsTable } from "./_components/findings-table";
import { OpenSums } from "./_components/open-sums";
import { RunAgain } from "./_components/run-again";
import { RunsTable } from "./_components/runs-table";

type ReconciliationPageProps = {
  searchParams: Promise<{ view?: string | string[]; cursor?: string | string[] }>;
};

const DAY_MS = 24 * 60 * 60 * 1000;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("reconciliation"))("title") };
}

/** The days that were compared, or all findings that are open. */
export default async function ReconciliationPage({ searchParams }: ReconciliationPageProps) {
  const given = await searchParams;
  const cursor = typeof given.cursor === "string" ? given.cursor : undefined;
  const isOpen = given.view === "open";
  const query = isOpen ? { view: "open" } : {};
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.reconciliation(query));
  const { role, userId } = ctx.actor;
  const [t, common] = await Promise.all([translator("reconciliation"), translator("common")]);
  const runs = await orForbidden(listRuns(ctx, { cursor: isOpen ? undefined : cursor }));
  if (runs === null) return <Forbidden role={role} permission="view_reconciliation" />;
  const mayRepair = roleAllows(role, "repair_reconciliation");
  const [findings, gateways] = await Promise.all([
    isOpen ? listFindings(ctx, { runId: null, cursor }) : null,
    mayRepair ? gatewayNames(ctx) : [],
  ]);
  const failed = runs.kind === "found" ? findings : runs;
  if (runs.kind !== "found" || (failed !== null && failed.kind !== "found")) {
    return (
      <>
        <PageHeader title={t("title")} about={t("about")} />
        {failed !== null && failed.kind !== "found" && <FetchFailed read={failed} />}
      </>
    );
  }
  const { runs: listed, open, next_cursor: nextRuns } = runs.value;
  const yesterday = new Date(ctx.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);
  const nextCursor = failed === null ? nextRuns : failed.value.nextCursor;
  return (
    <>
      <PageHeader
        title={t("title")}
        about={t("about")}
        actions={
          mayRepair && <RunAgain from={yesterday} until={yesterday} gateway={null} gateways={gateways} />
        }
      />
      <OpenSums open={open} />
      <Tabs
        label={t("tabs.label")}
        tabs={[
          { href: paths.reconciliation(), label: t("tabs.runs"), isHere: !isOpen },
          {
            href: paths.reconciliation({ view: "open" }),
            label: t("tabs.open"),
            count: open.reduce((sum, { count }) => sum + count, 0),
            isHere: isOpen,
          },
        ]}
      />
      {failed === null && listed.length > 0 && <RunsTable runs={listed} />}
      {failed === null && listed.length === 0 && (
        <EmptyState title={t("list.noneTitle")}>{t("list.noneBody")}</EmptyState>
      )}
      {failed !== null && failed.value.findings.length > 0 && (
        <FindingsTable
          rows={failed.value.findings.map((finding) => ({
            finding,
            waits: failed.value.toConfirm.has(finding.finding_id),
          }))}
        />
      )}
      {failed?.value.findings.length === 0 && (
        <EmptyState title={t("nothingOpen")}>{t("openBody")}</EmptyState>
      )}
      <Pager
        label={common("pages")}
        first={cursor === undefined ? null : { href: paths.reconciliation(query), label: t("firstPage") }}
        next={
          nextCursor === null
            ? null
            : { href: paths.reconciliation({ ...query, cursor: nextCursor }), label: common("more") }
        }
      />
      <RefreshWhile isOpen seed={userId} />
    </>
  );
}
