"use client";

import { useMessages, useTranslations } from "use-intl/react";
import { DataTable } from "@/components/ui/table";
import { Line } from "@/components/ui/text";
import { RowTime } from "@/components/ui/time";
import type { AuditEntryView, AuditPerson } from "@/lib/audit";
import { AuditAction } from "./audit-action";
import { AuditSteps } from "./audit-steps";

/** One row per action: what, on what, its outcome, by whom and when; each record of it under "Details". */
export function AuditTable({ entries }: { entries: readonly AuditEntryView[] }) {
  const t = useTranslations("audit");
  const { audit, common } = useMessages();
  const words = { ...audit, role: common.role, tried: (action: string) => t("tried", { action }) };
  return (
    <DataTable
      label={t("list")}
      rows={entries}
      rowKey={(entry) => entry.position}
      columns={[
        {
          id: "what",
          heading: t("what"),
          fills: "wrap",
          onCard: "line",
          cell: (entry) => (
            <div className="flex flex-wrap justify-between gap-x-4">
              <div className="min-w-0 grow basis-0">
                <AuditAction entry={entry} words={words} />
              </div>
              <AuditSteps entry={entry} words={words} />
            </div>
          ),
        },
        {
          id: "who",
          heading: t("who"),
          hideBelow: "md",
          onCard: "start",
          cell: (entry) => <Who person={entry.person} />,
        },
        {
          id: "time",
          heading: t("time"),
          align: "end",
          hideBelow: "md",
          onCard: "end",
          cell: (entry) => <RowTime iso={entry.at} />,
        },
      ]}
    />
  );
}

function Who({ person }: { person: AuditPerson }) {
  const t = useTranslations("audit");
  if (person === null) return <span className="text-ink-muted">{t("system")}</span>;
  return <Line text={person.name} />;
}
