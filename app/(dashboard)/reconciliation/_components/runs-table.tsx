"use client";

import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { type Column, DataTable } from "@/components/ui/table";
import { ForeignText } from "@/components/ui/text";
import { paths } from "@/lib/paths";
import type { RunView } from "@/lib/reconciliation/views";
import { daysOf, notComparedOf } from "@/lib/reconciliation/run-numbers";
import { RunStatus } from "./run-status";
import { Sums } from "./sums";

/** One comparison per row: what was compared, matched, repaired and left, and the money at stake. */
export function RunsTable({ runs }: { runs: readonly RunView[] }) {
  const t = useTranslations("reconciliation");
  const number = (name: "compared" | "matched" | "repaired"): Column<RunView> => ({
    id: name,
    heading: t(`list.${name}`),
    width: "6rem",
    align: "end",
    hideBelow: "md",
    cell: (run) => <span className="tabular-nums">{run[name]}</span>,
  });
  const originOf = (run: RunView): string => {
    const parts = [run.gateway ?? t("list.allGateways")];
    if (run.repairs) parts.push(t("list.repairs"));
    if (run.source === "daily") parts.push(t("list.byDaily"));
    if (run.source === "command") parts.push(t("list.byCommand"));
    if (run.requested_by !== null) parts.push(t("list.by", { person: run.requested_by }));
    return parts.join(" · ");
  };
  const columns: Column<RunView>[] = [
    {
      id: "day",
      heading: t("list.day"),
      cell: (run) => (
        <>
          <Link
            href={paths.reconciliationRun(run.run_id)}
            data-opens
            className="font-medium text-accent tabular-nums underline-offset-2 hover:underline"
          >
            {daysOf(run)}
          </Link>
          <p className="mt-0.5 text-xs text-ink-muted">
            <ForeignText>{originOf(run)}</ForeignText>
          </p>
          <p className="mt-1">
            <RunStatus state={run.state} />
          </p>
          <p className="mt-1 text-xs text-ink-muted @3xl:hidden">
            {t("list.summary", { compared: run.compared, matched: run.matched, repaired: run.repaired })}
          </p>
          {run.not_compared.length > 0 && (
            <p className="mt-1 text-xs font-medium text-warning">
              {t("run.notComparedTitle", { n: notComparedOf(run) })}
            </p>
          )}
        </>
      ),
    },
    number("compared"),
    number("matched"),
    number("repaired"),
    {
      id: "left",
      heading: t("list.left"),
      width: "4.5rem",
      align: "end",
      cell: ({ left }) => (
        <span className={left > 0 ? "font-semibold text-danger tabular-nums" : "tabular-nums"}>{left}</span>
      ),
    },
    {
      id: "stake",
      heading: t("list.stake"),
      width: "8.5rem",
      align: "end",
      cell: ({ at_stake: sums }) => <Sums sums={sums} />,
    },
  ];
  return (
    <DataTable
      label={t("list.label")}
      columns={columns}
      rows={runs}
      rowKey={({ run_id: id }) => id}
      opensRows
    />
  );
}
