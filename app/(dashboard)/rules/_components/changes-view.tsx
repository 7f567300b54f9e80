"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { ForeignText } from "@/components/ui/text";
import { useMethodName } from "@/components/payments/method-name";
import type { WireRule } from "@/lib/contract/rules/rule";
import { countChanges, saysTheSame, type RuleChanges } from "@/lib/rules/changes";
import { RuleSentence } from "./rule-sentence";
import { ruleSentence } from "./sentence";

/** The differences between two sets of rules, as sentences. */
export function ChangesView({ changes }: { changes: RuleChanges }) {
  const t = useTranslations("rules");
  if (countChanges(changes) === 0) return <p className="text-sm text-ink-muted">{t("changes.none")}</p>;
  return (
    <ul className="space-y-2.5">
      {changes.added.map((rule) => (
        <Change key={rule.id} word={t("changes.added")} rule={rule}>
          <RuleSentence rule={rule} />
        </Change>
      ))}
      {changes.removed.map((rule) => (
        <Change key={rule.id} word={t("changes.removed")} rule={rule}>
          <del className="text-ink-muted">
            <RuleSentence rule={rule} />
          </del>
        </Change>
      ))}
      {changes.changed.map(({ before, after }) => (
        <Change key={after.id} word={t("changes.changed")} rule={after}>
          <Differences before={before} after={after} />
        </Change>
      ))}
      {changes.moved.map((rule) => (
        <Change key={`moved ${rule.id}`} word={t("changes.moved")} rule={rule} />
      ))}
    </ul>
  );
}

function Change({ word, rule, children }: { word: string; rule: WireRule; children?: ReactNode }) {
  return (
    <li className="text-sm">
      <p>
        <span className="mr-1.5 rounded-sm bg-sunken px-1.5 py-0.5 text-xs font-semibold">{word}</span>
        <span className="font-medium">
          <ForeignText>{rule.name}</ForeignText>
        </span>
      </p>
      {children !== undefined && <div className="mt-0.5">{children}</div>}
    </li>
  );
}

function Differences({ before, after }: { before: WireRule; after: WireRule }) {
  const t = useTranslations("rules");
  const method = useMethodName();
  const timesChanged = !saysTheSame(
    { ...before, active_times: before.active_times ?? null },
    { ...before, active_times: after.active_times ?? null },
  );
  const sentenceChanged = ruleSentence(t, before, method) !== ruleSentence(t, after, method);
  return (
    <div className="space-y-0.5">
      {before.name !== after.name && (
        <p>{t("changes.renamed", { before: before.name, after: after.name })}</p>
      )}
      {before.active !== after.active && <p>{t(after.active ? "changes.turnedOn" : "changes.turnedOff")}</p>}
      {(sentenceChanged || timesChanged) && (
        <>
          <del className="block text-ink-muted">
            <RuleSentence rule={before} />
          </del>
          <ins className="block no-underline">
            <RuleSentence rule={after} />
          </ins>
        </>
      )}
    </div>
  );
}

/** Says in short what changed: "1 added · 2 changed". */
export function ChangesSummary({ changes }: { changes: RuleChanges }) {
  const t = useTranslations("rules.changes");
  const parts = [
    changes.added.length > 0 && t("nAdded", { n: changes.added.length }),
    changes.removed.length > 0 && t("nRemoved", { n: changes.removed.length }),
    changes.changed.length > 0 && t("nChanged", { n: changes.changed.length }),
    changes.moved.length > 0 && t("nMoved", { n: changes.moved.length }),
  ].filter((part) => part !== false);
  return <>{parts.length === 0 ? t("none") : parts.join(" · ")}</>;
}
