import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { ProgressBar } from "@/components/ui/progress-bar";
import { type Column, DataTable } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { BulkRunView } from "@/lib/bulk";
import { paths } from "@/lib/paths";
import { BulkRunStatus, standingOf } from "./bulk-status";
import { endedRows } from "./ended-rows";
import { RunOutcomes } from "./run-outcomes";
import { RunName } from "./run-name";

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
            {t(`kind.${run.kind}`)}
          </Link>
          <p>
            <RunName run={run} />
          </p>
          <p className="text-xs text-ink-muted">
            {t("rowCount", { n: run.rowCount })} · <bdi>{run.actingPerson ?? run.createdBy}</bdi>
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
      cell: (run) => <Progress run={run} />,
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
      align: "end",
      cell: (run) => <RunOutcomes run={run} />,
    },
  ];
  return <DataTable label={t("list")} columns={columns} rows={runs} rowKey={(run) => run.runId} />;
}

async function RunState({ run }: { run: BulkRunView }) {
  const t = await translator("bulk");
  const standing = standingOf(run);
  return <BulkRunStatus standing={standing} word={t(`state.${standing}`)} />;
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
