import { Download } from "lucide-react";
import type { Metadata } from "next";
import { redirectToSignIn, requestedAccount } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { RunFile, RunUpload } from "@/components/bulk/run-name";
import { runTitle } from "@/components/bulk/run-title";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { ExportProblemNotice } from "@/components/states/export-problem-notice";
import { Forbidden } from "@/components/states/forbidden";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { withAccount } from "@/lib/accounts/address";
import { roleAllows } from "@/lib/can";
import type { BulkRunView } from "@/lib/bulk";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { findBulkRunName } from "@/server/dashboard/bulk/queries/find-bulk-run-name";
import { findBulkRun } from "@/server/dashboard/bulk/queries/find-bulk-run";
import { endedRows } from "@/app/(dashboard)/bulk/_components/ended-rows";
import { FromBackupNotice } from "@/app/(dashboard)/_components/from-backup-notice";
import { SubjectNotes } from "@/app/(dashboard)/_components/notes/subject-notes";
import { FulfilRequests } from "./_components/fulfil-requests";
import { RunActions } from "./_components/run-actions";
import { RunNotices } from "./_components/run-notices";
import { RunPoller } from "./_components/run-poller";
import { RunRows } from "./_components/run-rows";
import { RunSummary } from "./_components/run-summary";

type RunPageProps = {
  params: Promise<{ runId: string }>;
  searchParams: Promise<Partial<Record<"rows" | "after" | "export", string | string[]>>>;
};

/** The run's name, so that tabs and the history tell runs apart; without permission the area's. */
export async function generateMetadata({ params }: RunPageProps): Promise<Metadata> {
  const [{ runId }, ctx, t] = await Promise.all([params, currentCtx(), translator("bulk")]);
  const name =
    ctx === null || !roleAllows(ctx.actor.role, "run_bulk") ? null : await findBulkRunName(ctx, runId);
  return { title: name === null ? t("title") : await runTitle(name) };
}

export default async function BulkRunPage({ params, searchParams }: RunPageProps) {
  const [{ runId }, { rows, after, export: exported }] = await Promise.all([params, searchParams]);
  const ctx = await currentCtx();
  if (ctx === null) {
    return redirectToSignIn(
      paths.bulkRun(runId, { rows: single(rows) ?? undefined, after: single(after) ?? undefined }),
    );
  }
  const found = await orForbidden(findBulkRun(ctx, runId).then((page) => ({ page })));
  if (found === null) return <Forbidden role={ctx.actor.role} permission="run_bulk" />;
  if (found.page === null) return <NoSuchRun />;

  const t = await translator("bulk");
  const { page } = found;
  const { run } = page;
  return (
    <Messages areas={["bulk", "outsideRefunds", "moneyAlert"]}>
      <PageHeader
        back={{ href: paths.bulk(), label: t("title") }}
        title={<RunFile run={run} />}
        about={
          <>
            {t(`kind.${run.kind}`)}, {t("rowCount", { n: run.rowCount })} · <RunUpload run={run} />
          </>
        }
        actions={
          <>
            {page.mayRun && hasResults(run) && <ResultLinks runId={runId} />}
            {page.mayRun && (
              <RunActions run={run} sign={page.sign} isApprovalNeeded={page.isApprovalNeeded} />
            )}
          </>
        }
      />
      <div className="space-y-4">
        <ExportProblemNotice problem={exported} />
        {run.kind === "refund" && (run.state === "checked" || run.state === "awaiting_approval") && (
          <FromBackupNotice ctx={ctx} createdAt={run.createdAt} />
        )}
        <RunNotices page={page} />
        {page.mayRun && run.state === "checked" && <FulfilRequests runId={run.runId} asked={page.asked} />}
        <RunSummary page={page} />
        <RunRows
          run={run}
          mayConfirm={page.mayRun && run.state === "checked"}
          state={single(rows)}
          after={single(after) ?? "0"}
        />
        <SubjectNotes ctx={ctx} subject={{ kind: "bulk_run", id: runId }} />
      </div>
      <RunPoller run={run} />
    </Messages>
  );
}

/** A run that waits for its start or its approval has none. */
function hasResults(run: BulkRunView): boolean {
  return run.startedAt !== null && endedRows(run) > 0;
}

async function ResultLinks({ runId }: { runId: string }) {
  const t = await translator("bulk");
  const account = await requestedAccount();
  return (["csv", "xlsx"] as const).map((format) => (
    <a
      key={format}
      href={withAccount(account, paths.api.bulkResult(runId, format))}
      download
      className={buttonClass("secondary")}
    >
      <Download aria-hidden className="size-4" />
      {t(`result.${format}`)}
    </a>
  ));
}

async function NoSuchRun() {
  const t = await translator("bulk");
  return (
    <>
      <PageHeader title={t("title")} />
      <EmptyState
        title={t("notFound.title")}
        actions={
          <Link href={paths.bulk()} className={buttonClass("secondary", "sm")}>
            {t("notFound.back")}
          </Link>
        }
      >
        {t("notFound.body")}
      </EmptyState>
    </>
  );
}

function single(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
