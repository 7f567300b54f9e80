import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { RunName } from "@/components/bulk/run-name";
import { Link } from "@/components/ui/link";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { AuditEntryView } from "@/lib/audit";
import { paths } from "@/lib/paths";
import { type AuditWords, entryLabel, outcomeLabel, valueLabel, wordOf } from "./audit-labels";
import { auditPath } from "./audit-path";

/** What was done, for how much and on what, and how it ended, without ids. */
export function AuditAction({ entry, words }: { entry: AuditEntryView; words: AuditWords }) {
  const t = useTranslations("audit");
  const outcome = outcomeLabel(words, entry);
  const partOf = entry.subject.kind === "bulk_run" ? null : entry.run;
  return (
    <p className="flex flex-wrap gap-x-3">
      <span>
        <span className="font-medium">{entryLabel(words, entry)}</span>
        {entry.amount !== null && `: ${entry.amount}`}
        {hasTarget(entry) && (
          <>
            {entry.amount === null ? ": " : ", "}
            <Target entry={entry} words={words} />
          </>
        )}
      </span>
      {outcome !== null && (
        <span className={OUTCOME_TONES[outcome.tone]}>
          {outcome.text}
          {entry.outcome?.isLater === true && (
            <span className="text-ink-muted">
              {" "}
              · <Time iso={entry.outcome.at} />
            </span>
          )}
        </span>
      )}
      {partOf !== null && (
        <Fact name={words.subject.bulk_run ?? t("what")}>
          <RunLink run={partOf} />
        </Fact>
      )}
      {entry.facts.map(({ name, value }) => (
        <Fact key={name} name={wordOf(words.detail, name)}>
          <ForeignText>{valueLabel(words, name, value)}</ForeignText>
        </Fact>
      ))}
    </p>
  );
}

const OUTCOME_TONES = {
  good: "text-success",
  bad: "text-danger",
  open: "text-warning",
  plain: "text-ink-muted",
} as const;

/** Whether what it is about has a name or a page: a session, for example, has neither. */
function hasTarget({ payment, subject, run }: AuditEntryView): boolean {
  return (
    payment !== null ||
    subject.name !== null ||
    (subject.kind === "bulk_run" && run !== null) ||
    auditPath(subject.kind, subject.id) !== null
  );
}

/** A payment by its reference; a person, file or gateway by name; anything else by its kind. */
function Target({ entry, words }: { entry: AuditEntryView; words: AuditWords }) {
  const { payment, subject } = entry;
  if (payment !== null) {
    const { transactionId, reference } = payment;
    const href =
      transactionId === null
        ? paths.payments(reference ?? "")
        : paths.payment(transactionId, reference ?? undefined);
    return <NameLink href={href} text={reference ?? transactionId ?? ""} />;
  }
  if (subject.kind === "bulk_run" && entry.run !== null) return <RunLink run={entry.run} />;
  const href = auditPath(subject.kind, subject.id);
  const name = subject.name ?? wordOf(words.subject, subject.kind);
  return href === null ? <ForeignText>{name}</ForeignText> : <NameLink href={href} text={name} />;
}

function RunLink({ run }: { run: NonNullable<AuditEntryView["run"]> }) {
  return (
    <Link href={paths.bulkRun(run.id)} className="text-accent underline-offset-2 hover:underline">
      <RunName run={run.name} />
    </Link>
  );
}

function NameLink({ href, text }: { href: string; text: string }) {
  return (
    <Link href={href} className="text-accent underline-offset-2 hover:underline">
      <ForeignText>{text}</ForeignText>
    </Link>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="min-w-0">
      <span className="text-ink-muted">{name}</span> {children}
    </span>
  );
}
