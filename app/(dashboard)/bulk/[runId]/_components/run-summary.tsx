import { BulkRunStatus, shownStateOf } from "@/app/(dashboard)/bulk/_components/bulk-status";
import { endedRows, unsentRows } from "@/app/(dashboard)/bulk/_components/ended-rows";
import { RunOutcomes } from "@/app/(dashboard)/bulk/_components/run-outcomes";
import { translator } from "@/components/i18n/server";
import { CopyableId } from "@/components/ui/copyable-id";
import { FactInLine, FactLine } from "@/components/ui/facts";
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
    <section
      aria-label={isReview ? t(isAwaiting ? "review.approvalTitle" : "review.title") : t("live.title")}
      className="space-y-2"
    >
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-2">
        <div className="flex min-w-0 grow basis-72 flex-wrap items-start gap-x-3 gap-y-1.5">
          <BulkRunStatus shown={shown} word={t(`state.${shown}`)} />
          <div className="min-w-0 grow basis-60">
            {isReview ? <Review page={page} /> : <Progress page={page} />}
          </div>
        </div>
        {(hasTotal || run.kind === "refund") && (
          <dl>
            <dt className="sr-only">{t("review.total")}</dt>
            <dd>
              {hasTotal ? (
                <RunOutcomes run={run} />
              ) : (
                <span className="text-ink-muted">{t("review.noTotal")}</span>
              )}
            </dd>
          </dl>
        )}
      </div>
      <FactLine>
        <FactInLine name={t(began.label)}>
          <Time iso={began.at} />
        </FactInLine>
        {run.source !== "upload" && (
          <FactInLine name={t("live.requestedBy")}>
            <bdi className="wrap-anywhere">{run.createdBy}</bdi>
          </FactInLine>
        )}
        {run.actingPerson !== null && run.endedAt === null && !isAwaiting && (
          <FactInLine name={t("column.run")}>
            {t.rich("live.startedBy", { person: run.actingPerson })}
          </FactInLine>
        )}
        {run.endedAt !== null && (
          <FactInLine name={t("live.endedAt")}>
            <Time iso={run.endedAt} />
          </FactInLine>
        )}
        <FactInLine name={common("run.id")}>
          <CopyableId id={run.runId} what={common("run.id")} />
        </FactInLine>
      </FactLine>
    </section>
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
    <>
      <p role="status" className="tabular-nums">
        {isChecking ? t("live.checked", values) : t("live.ended", values)}
        {!isChecking && unsent > 0 && ` ${t("live.unsent", { n: unsent })}`}
      </p>
      {run.endedAt === null && (
        <div className="mt-2">
          <ProgressBar
            label={isChecking ? t("live.checkingLabel") : t("live.label")}
            done={done}
            total={run.rowCount}
          />
        </div>
      )}
      {(isChecking || run.state === "running") && (
        <p className="mt-2 text-sm text-ink-muted">{t("live.leave")}</p>
      )}
    </>
  );
}
