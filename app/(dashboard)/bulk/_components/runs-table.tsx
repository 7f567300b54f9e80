import { Link } from "@/components/ui/link";
import { RunFile } from "@/components/bulk/run-name";
import { translator } from "@/components/i18n/server";
import { ProgressBar } from "@/components/ui/progress-bar";
import { type Column, DataTable } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { BulkRunView } from "@/lib/bulk";
import { shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { BulkRunStatus, shownStateOf } from "./bulk-status";
import { endedRows } from "./ended-rows";
import { RunOutcomes } from "./run-outcomes";

export async function RunsTable({ runs }: { runs: readonly BulkRunView[] }) {
  const t = await translator("bulk");
  const columns: Column<BulkRunView>[] = [
    {
      id: "run",
      heading: t("column.run"),
      cell: (run) => (
        <>
          <Link
            href={paths.bulkRun(run.runId)}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            <RunFile run={run} />
          </Link>
          <p className="text-xs text-ink-muted">
            {t(`kind.${run.kind}`)}, {t("rowCount", { n: run.rowCount })} · <bdi>{run.createdBy}</bdi>
            <span className="@5xl:hidden">
              {" "}
              · <Time iso={run.createdAt} precision="minutes" />
            </span>
          </p>
          <p className="mt-1 @xl:hidden">
            <RunState run={run} />
          </p>
        </>
      ),
    },
    {
      id: "state",
      heading: t("column.state"),
      width: "12.5rem",
      hideBelow: "sm",
      cell: (run) => <RunState run={run} />,
    },
    {
      id: "progress",
      heading: t("column.progress"),
      width: "9rem",
      hideBelow: "md",
      // What a check found is no progress.
      cell: (run) => run.startedAt !== null && <Progress run={run} />,
    },
    {
      id: "created",
      heading: t("column.created"),
      width: "12rem",
      hideBelow: "lg",
      cell: (run) => <Time iso={run.createdAt} />,
    },
    {
      id: "total",
      heading: t("column.total"),
      width: "9rem",
      longest: longestTotal,
      align: "end",
      cell: (run) => <RunOutcomes run={run} />,
    },
  ];
  return <DataTable label={t("list")} columns={columns} rows={runs} rowKey={(run) => run.runId} />;
}

function longestTotal({ totals, outcomes }: BulkRunView): string | null {
  const all = [...totals, ...outcomes.flatMap((outcome) => outcome.totals)];
  const texts = all.map(({ amount, currency }) => shownAmount(amount, currency));
  return texts.sort((one, other) => other.length - one.length)[0] ?? null;
}

async function RunState({ run }: { run: BulkRunView }) {
  const t = await translator("bulk");
  const shown = shownStateOf(run);
  return <BulkRunStatus shown={shown} word={t(`state.${shown}`)} />;
}

async function Progress({ run }: { run: BulkRunView }) {
  const t = await translator("bulk");
  const done = endedRows(run);
  return (
    <>
      <p className="mb-1 tabular-nums">{t("progress", { done, total: run.rowCount })}</p>
      <ProgressBar label={t("column.progress")} done={done} total={run.rowCount} />
    </>
  );
}
