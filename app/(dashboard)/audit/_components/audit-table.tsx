"use client";

import { useMessages, useTranslations } from "use-intl/react";
import { DataTable } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { AuditEntryView, AuditPerson } from "@/lib/audit";
import { AuditAction } from "./audit-action";
import { AuditSteps } from "./audit-steps";

/** One row per action: what, on what, its outcome; each record of it under "Details". On a phone, time and person are below. */
export function AuditTable({ entries }: { entries: readonly AuditEntryView[] }) {
  const t = useTranslations("audit");
  const { audit, common } = useMessages();
  const words = { ...audit, role: common.role };
  return (
    <DataTable
      label={t("list")}
      rows={entries}
      rowKey={(entry) => entry.position}
      columns={[
        {
          id: "time",
          heading: t("time"),
          width: "12rem",
          hideBelow: "md",
          cell: (entry) => <Time iso={entry.at} />,
        },
        {
          id: "who",
          heading: t("who"),
          width: "12rem",
          hideBelow: "md",
          cell: (entry) => <Who person={entry.person} />,
        },
        {
          id: "what",
          heading: t("what"),
          cell: (entry) => (
            <>
              <AuditAction entry={entry} words={words} />
              <p className="mt-0.5 text-xs text-ink-muted @3xl:hidden">
                <Who person={entry.person} /> · <Time iso={entry.at} />
              </p>
              <AuditSteps entry={entry} words={words} />
            </>
          ),
        },
      ]}
    />
  );
}

function Who({ person }: { person: AuditPerson }) {
  const t = useTranslations("audit");
  if (person === null) return <span className="text-ink-muted">{t("system")}</span>;
  return <bdi className="wrap-anywhere">{person.name}</bdi>;
}
