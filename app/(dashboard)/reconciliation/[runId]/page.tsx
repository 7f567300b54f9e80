import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { FetchFailed } from "@/components/states/fetch-failed";
import { Forbidden } from "@/components/states/forbidden";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import { isUnfinished } from "@/lib/reconciliation/views";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listFindings } from "@/server/dashboard/reconciliation/queries/list-findings";
import { findRun, gatewayNames } from "@/server/dashboard/reconciliation/queries/list-runs";
import { FindingsTable } from "../_components/findings-table";
import { RunAgain } from "../_components/run-again";
import { RunFacts } from "../_components/run-facts";
import { daysOf } from "@/lib/reconciliation/run-numbers";

type RunPageProps = {
  params: Promise<{ runId: string }>;
  searchParams: Promise<{ cursor?: string | string[] }>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("reconciliation"))("title") };
}

/** One comparison: how far it is, what it counted, and its findings. */
export default async function RunPage({ params, searchParams }: RunPageProps) {
  const [{ runId }, given] = await Promise.all([params, searchParams]);
  const cursor = typeof given.cursor === "string" ? given.cursor : undefined;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.reconciliationRun(runId));
  const { role, userId } = ctx.actor;
  const [t, common] = await Promise.all([translator("reconciliation"), translator("common")]);
  const read = await orForbidden(findRun(ctx, runId));
  if (read === null) return <Forbidden role={role} permission="view_reconciliation" />;
  const mayRepair = roleAllows(role, "repair_reconciliation");
  const [findings, gateways] = await Promise.all([
    listFindings(ctx, { runId, cursor }),
    mayRepair ? gatewayNames(ctx) : [],
  ]);
  const back = { href: paths.reconciliation(), label: t("title") };
  if (read.kind !== "found" || findings.kind !== "found") {
    const failed = read.kind === "found" ? findings : read;
    return (
      <>
        <PageHeader back={back} title={t("run.facts")} />
        {failed.kind !== "found" && <FetchFailed read={failed} />}
      </>
    );
  }
  const run = read.value;
  const { nextCursor, toConfirm } = findings.value;
  const isComplete = run.state === "done" && run.not_compared.length === 0;
  return (
    <>
      <PageHeader
        back={back}
        title={<span className="tabular-nums">{daysOf(run)}</span>}
        about={run.gateway ?? t("list.allGateways")}
        actions={
          mayRepair && (
            <RunAgain from={run.from} until={run.until} gateway={run.gateway} gateways={gateways} />
          )
        }
      />
      <RunFacts run={run} />
      <h2 className="mt-6 mb-2 text-base font-semibold">{t("run.findings")}</h2>
      {findings.value.findings.length === 0 ? (
        <EmptyState title={t(isUnfinished(run) ? "run.noneRunning" : "run.none")}>
          {t(isComplete ? "run.noneBody" : "run.noneIncomplete")}
        </EmptyState>
      ) : (
        <FindingsTable
          rows={findings.value.findings.map((finding) => ({
            finding,
            waits: toConfirm.has(finding.finding_id),
          }))}
        />
      )}
      <Pager
        label={common("pages")}
        first={cursor === undefined ? null : { href: paths.reconciliationRun(runId), label: t("firstPage") }}
        next={
          nextCursor === null
            ? null
            : { href: paths.reconciliationRun(runId, { cursor: nextCursor }), label: common("more") }
        }
      />
      <RefreshWhile isOpen={isUnfinished(run) || run.left > 0} seed={userId} />
    </>
  );
}
