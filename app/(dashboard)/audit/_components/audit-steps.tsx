import { useTranslations } from "use-intl/react";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { AuditEntryView, AuditStepView } from "@/lib/audit";
import { actionLabel, type AuditWords, valueLabel, wordOf } from "./audit-labels";

/** Every record of an action with its ids and hash: a native disclosure, which needs neither a pointer nor JavaScript. */
export function AuditSteps({ entry, words }: { entry: AuditEntryView; words: AuditWords }) {
  const t = useTranslations("audit");
  return (
    <details className="text-xs leading-6 text-ink-muted open:basis-full">
      <summary className="w-fit cursor-pointer touch-area select-none pointer-coarse:after:-inset-y-3! hover:text-ink">
        {t("details", { count: entry.steps.length + entry.notListed })}
      </summary>
      <ol className="mt-1.5 space-y-2 border-l border-line pl-3">
        {entry.steps.map((step) => (
          <li key={step.position}>
            <p className="text-ink">
              {actionLabel(words, step.action)} · <Time iso={step.at} />
            </p>
            <dl className="grid gap-x-3 sm:grid-cols-[max-content_1fr]">
              {factsOf(step, words, t).map(({ name, value }) => (
                <div key={name} className="sm:contents">
                  <dt>{name}</dt>
                  <dd className="min-w-0 text-ink">
                    <ForeignText>{value}</ForeignText>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
      {entry.notListed > 0 && <p className="mt-1.5">{t("notListed", { count: entry.notListed })}</p>}
    </details>
  );
}

type Texts = ReturnType<typeof useTranslations<"audit">>;

function factsOf(step: AuditStepView, words: AuditWords, t: Texts): { name: string; value: string }[] {
  const { subject, person, requestId } = step;
  return [
    { name: t("record"), value: t("position", { position: step.position }) },
    ...(person === null ? [] : [{ name: t("who"), value: person.email }]),
    ...(subject.id === ""
      ? []
      : [{ name: t("subjectId", { kind: wordOf(words.subject, subject.kind) }), value: subject.id }]),
    ...step.detail.map(({ name, value }) => ({
      name: wordOf(words.detail, name),
      value: valueLabel(words, name, value),
    })),
    ...(requestId === null ? [] : [{ name: t("requestId"), value: requestId }]),
    { name: t("hash"), value: step.hash },
  ];
}
