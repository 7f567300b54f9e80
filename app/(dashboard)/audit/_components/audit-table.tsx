"use client";

import { useMessages, useTranslations } from "use-intl/react";
import { RunName } from "@/components/bulk/run-name";
import { Link } from "@/components/ui/link";
import { DataTable } from "@/components/ui/table";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { AuditEntryView } from "@/lib/audit";
import type { BulkRunName } from "@/lib/bulk/run-name";
import { auditPath } from "./audit-path";
import { actionLabel, wordOf } from "./audit-labels";

/** One row per action: what, on what, and its details. On a phone, time and person are below. */
export function AuditTable({ entries }: { entries: readonly AuditEntryView[] }) {
  const t = useTranslations("audit");
  const { audit: words } = useMessages();
  const who = (entry: AuditEntryView) =>
    entry.isSystem ? <span className="text-ink-muted">{t("system")}</span> : <bdi>{entry.actorEmail}</bdi>;
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
          cell: (entry) => (
            <>
              <Time iso={entry.at} />
              <span className="block text-xs text-ink-muted tabular-nums">
                {t("position", { position: entry.position })}
              </span>
            </>
          ),
        },
        { id: "who", heading: t("who"), width: "15rem", hideBelow: "md", cell: who },
        {
          id: "what",
          heading: t("what"),
          cell: (entry) => (
            <>
              <p>
                <span className="font-semibold">{actionLabel(words, entry.action)}</span>
                <span className="text-ink-muted"> · </span>
                <Named
                  name={wordOf(words.subject, entry.subject.kind)}
                  value={entry.subject.id}
                  run={entry.subject.run}
                  href={auditPath(entry.subject.kind, entry.subject.id)}
                />
              </p>
              {entry.detail.length > 0 && (
                <p className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5">
                  {entry.detail.map(({ name, value, run }) => (
                    <Named
                      key={name}
                      name={wordOf(words.detail, name)}
                      value={value}
                      run={run}
                      href={auditPath(name, value)}
                    />
                  ))}
                </p>
              )}
              <p className="mt-0.5 text-xs text-ink-muted @3xl:hidden">
                {who(entry)} · <Time iso={entry.at} />
              </p>
            </>
          ),
        },
      ]}
    />
  );
}

type NamedProps = { name: string; value: string; run: BulkRunName | undefined; href: string | null };

/** A name and its value; the value links to its page if it has one. A bulk run is shown by its name. */
function Named({ name, value, run, href }: NamedProps) {
  if (value === "") return <span className="text-ink-muted">{name}</span>;
  const shown = run === undefined ? <ForeignText>{value}</ForeignText> : <RunName run={run} />;
  return (
    <span className="min-w-0">
      <span className="text-ink-muted">{name}</span>{" "}
      {href === null ? (
        shown
      ) : (
        <Link href={href} title={run && value} className="text-accent hover:underline">
          {shown}
        </Link>
      )}
    </span>
  );
}
