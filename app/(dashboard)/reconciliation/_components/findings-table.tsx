"use client";

import { Users } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Assignee } from "@/components/queues/assignee";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { Status } from "@/components/ui/status";
import { type Column, DataTable } from "@/components/ui/table";
import { ForeignText } from "@/components/ui/text";
import { Age } from "@/components/ui/time";
import { shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { Assigned } from "@/lib/queues/work-views";
import type { FindingView } from "@/lib/reconciliation/views";
import { FindingStatus } from "./finding-status";

/** `waits`: evidence is written, and a second person has to confirm it. */
type FindingRow = { finding: FindingView & Assigned; waits: boolean };

/** One finding per row, with who has it, the money at stake and its age. */
export function FindingsTable({ rows }: { rows: readonly FindingRow[] }) {
  const t = useTranslations("reconciliation");
  const common = useTranslations("common");
  const columns: Column<FindingRow>[] = [
    {
      id: "finding",
      heading: t("finding.problem"),
      cell: ({ finding, waits }) => (
        <>
          <Link
            href={paths.finding(finding.finding_id)}
            data-opens
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            {t(`problem.${finding.problem}`)}
          </Link>
          <p className="mt-0.5 text-xs text-ink-muted">
            {t(`kind.${finding.record}`)} ·{" "}
            <ForeignText>{finding.merchant_transaction_id ?? finding.record_id}</ForeignText> ·{" "}
            <ForeignText>{finding.gateway}</ForeignText>
          </p>
          <p className="mt-1 flex flex-wrap gap-1.5">
            <FindingStatus finding={finding} />
            {waits && finding.state === "open" && (
              <Status tone="accent" icon={Users} word={t("finding.toConfirm")} />
            )}
          </p>
        </>
      ),
    },
    {
      id: "record",
      heading: t("finding.record"),
      hideBelow: "ml",
      cell: ({ finding }) => <span className="font-mono text-xs">{finding.record_id}</span>,
    },
    {
      id: "assignee",
      heading: common("assignee.heading"),
      hideBelow: "sm",
      width: "9rem",
      cell: ({ finding }) => (
        // An open one is in the queue within a minute.
        <Assignee assignee={finding.assignee ?? (finding.state === "open" ? null : undefined)} />
      ),
    },
    {
      id: "age",
      heading: t("finding.age"),
      width: "6rem",
      cell: ({ finding }) => <Age iso={finding.first_seen_at} />,
    },
    {
      id: "stake",
      heading: t("finding.stake"),
      width: "7.5rem",
      align: "end",
      longest: ({ finding }) => shownAmount(finding.stake_amount, finding.stake_currency),
      cell: ({ finding }) => (
        <Money amount={finding.stake_amount} currency={finding.stake_currency} className="font-semibold" />
      ),
    },
  ];
  return (
    <DataTable
      label={t("finding.list")}
      columns={columns}
      rows={rows}
      rowKey={({ finding }) => finding.finding_id}
      opensRows
    />
  );
}
