"use client";

import { useTranslations } from "use-intl/react";
import { useMethodName } from "@/components/payments/method-name";
import { Time } from "@/components/ui/time";
import type { WireRule } from "@/lib/contract/rules/rule";
import { ruleSentence, windowPhrase } from "./sentence";

/** A rule as a sentence, with its active times. */
export function RuleSentence({ rule }: { rule: WireRule }) {
  const t = useTranslations("rules");
  const method = useMethodName();
  const times = rule.active_times ?? null;
  return (
    <div className="space-y-0.5">
      <p className="wrap-anywhere">{ruleSentence(t, rule, method)}</p>
      {times !== null && (
        <p className="text-sm text-ink-muted">
          {t("sentence.onlyAt")}{" "}
          {[
            times.from && t.rich("sentence.from", { time: () => <Time key="from" iso={times.from ?? ""} /> }),
            times.until &&
              t.rich("sentence.until", { time: () => <Time key="until" iso={times.until ?? ""} /> }),
            ...(times.windows ?? []).map((window) => windowPhrase(t, window)),
          ]
            .filter(Boolean)
            .map((part, index) => (
              <span key={index}>
                {index > 0 && "; "}
                {part}
              </span>
            ))}
        </p>
      )}
    </div>
  );
}
