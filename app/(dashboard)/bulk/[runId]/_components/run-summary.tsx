import { BulkRunStatus, shownStateOf } from "@/app/(dashboard)/bulk/_components/bulk-status";
import { endedRows, unsentRows } from "@/app/(dashboard)/bulk/_components/ended-rows";
import { TestLine } from "@/components/payments/test-badge";
import { isTestRun, RunOutcomes } from "@/app/(dashboard)/bulk/_components/run-outcomes";
import { translator } from "@/components/i18n/server";
import { CopyableId } from "@/components/ui/copyable-id";
import { FactColumn, FactColumns } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Time } from "@/components/ui/time";
import type { BulkRunPage } from "@/lib/bulk";
import { isolatedList } from "@/lib/direction";

/** The state of a run: before its start what it would do, afterwards its progress. */
export async function RunSummary({ page }: { page: BulkRunPage }) {
  const [t, common] = await Promise.all([translator("bulk"), translator("common")]);
  const { run } = page;
  const shown = shownStateOf(run);
  const began = beganAt(page);
  const isAwaiting = run.state === "awaiting_approval";
  const isReview = run.state === "checked" || isAwaiting;
  // The amounts of a run without an amount column are known once its payments were looked up.
  const hasTotal = run.totals.length > 0 || run.outcomes.length > 0;
  return (
    <Panel
      title={isReview ? t(isAwaiting ? "review.approvalTitle" : "review.title") : t("live.title")}
      aside={<BulkRunStatus shown={shown} word={t(`state.${shown}`)} />}
    >
      <div className="space-y-4">
        {isReview ? <Review page={page} /> : <Progress page={page} />}
        <FactColumns>
          {(hasTotal || run.kind === "refund") && (
            <FactColumn name={t("review.total")}>
              {isTestRun(run) && <TestLine />}
              {hasTotal ? (
                <RunOutcomes run={run} isMarked={!isTestRun(run)} />
              ) : (
                <span className="text-ink-muted">{t("review.noTotal")}</span>
              )}
            </FactColumn>
          )}
          <FactColumn name={t(began.label)}>
            <Time iso={began.at} />
          </FactColumn>
          <FactColumn name={t(run.source === "upload" ? "live.uploadedBy" : "live.requestedBy")}>
            <bdi className="wrap-anywhere">{run.createdBy}</bdi>
          </FactColumn>
          {run.actingPerson !== null && run.endedAt === null && !isAwaiting && (
            <FactColumn name={t("column.run")}>
              {t.rich("live.startedBy", { person: run.actingPerson })}
            </FactColumn>
          )}
          {run.endedAt !== null && (
            <FactColumn name={t("live.endedAt")}>
              <Time iso={run.endedAt} />
            </FactColumn>
          )}
          <FactColumn name={common("run.id")}>
            <CopyableId id={run.runId} what={common("run.id")} />
          </FactColumn>
        </FactColumns>
      </div>
    </Panel>
  );
}

/** A resumed run that waits for approval was started long before it was requested. */
function beganAt({ run: { state, startedAt, createdAt }, approval }: BulkRunPage) {
  if (startedAt === null) return { label: "live.uploadedAt", at: createdAt } as const;
  return state === "awaiting_approval" && approval !== null
    ? ({ label: "live.approvalRequestedAt", at: approval.requestedAt } as const)
    : ({ label: "live.startedAt", at: startedAt } as const);
}

async function Review({ page: { run, ignoredColumns } }: { page: BulkRunPage }) {
  const t = await translator("bulk");
  const { ready, problem, likely_duplicate: likely } = run.counts;
  return (
    <div role="status" className="space-y-1">
      <p className="text-base font-medium">
        {ready === 0 ? t("review.none") : t("review.ready", { n: ready })}
      </p>
      {likely > 0 && <p>{t("review.likely", { n: likely })}</p>}
      {problem > 0 && ready > 0 && <p>{t("review.problems", { n: problem })}</p>}
      {ignoredColumns.length > 0 && (
        <p className="text-ink-muted wrap-anywhere">
          {t("review.ignored", { columns: isolatedList(ignoredColumns) })}
        </p>
      )}
    </div>
  );
}

async function Progress({ page: { run } }: { page: BulkRunPage }) {
  const t = await translator("bulk");
  const done = endedRows(run);
  const isChecking = run.state === "checking";
  const values = { done, total: run.rowCount };
  const unsent = unsentRows(run);
  return (
    <div>
      <p role="status" className="mb-2 tabular-nums">
        {isChecking ? t("live.checked", values) : t("live.ended", values)}
        {!isChecking && unsent > 0 && ` ${t("live.unsent", { n: unsent })}`}
      </p>
      <ProgressBar
        label={isChecking ? t("live.checkingLabel") : t("live.label")}
        done={done}
        total={run.rowCount}
      />
      {(isChecking || run.state === "running") && (
        <p className="mt-2 text-sm text-ink-muted">{t("live.leave")}</p>
      )}
    </div>
  );
}
