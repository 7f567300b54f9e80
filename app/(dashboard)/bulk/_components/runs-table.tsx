import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { Money } from "@/components/ui/money";
import { ProgressBar } from "@/components/ui/progress-bar";
import { type Column, DataTable } from "@/components/ui/table";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { BulkRunView } from "@/lib/bulk";
import { paths } from "@/lib/paths";
import { BulkRunStatus } from "./bulk-status";
import { endedRows } from "./ended-rows";

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
          <p>{run.fileName === null ? t("pasted") : <ForeignText>{run.fileName}</ForeignText>}</p>
          <p className="text-xs text-ink-muted">
            {t("rowCount", { n: run.rowCount })} · <bdi>{run.actingPerson ?? run.createdBy}</bdi>
          </p>
        </>
      ),
    },
    {
      id: "state",
      heading: t("column.state"),
      width: "11.5rem",
      cell: (run) => <BulkRunStatus state={run.state} word={t(`state.${run.state}`)} />,
    },
    {
      id: "progress",
      heading: t("column.progress"),
      width: "11rem",
      hideBelow: "sm",
      cell: (run) => <Progress run={run} />,
    },
    {
      id: "created",
      heading: t("column.created"),
      width: "12rem",
      hideBelow: "md",
      cell: (run) => <Time iso={run.createdAt} />,
    },
    {
      id: "total",
      heading: t("column.total"),
      width: "9rem",
      align: "end",
      hideBelow: "sm",
      cell: (run) =>
        run.totals.map(({ currency, amount }) => (
          <p key={currency}>
            <Money amount={amount} currency={currency} className="font-semibold" />
          </p>
        )),
    },
  ];
  return <DataTable label={t("list")} columns={columns} rows={runs} rowKey={(run) => run.runId} />;
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
