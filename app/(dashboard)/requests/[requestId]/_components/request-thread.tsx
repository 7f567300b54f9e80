"use client";

import { useTranslations } from "use-intl/react";
import { Panel } from "@/components/ui/panel";
import { ForeignText, Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import type { RequestEventView } from "@/lib/requests/request-views";

type RequestThreadProps = { events: readonly RequestEventView[]; currency: string };

/** Everything that happened to the request, in order, with what people wrote. */
export function RequestThread({ events, currency }: RequestThreadProps) {
  const t = useTranslations("requests.thread");
  return (
    <Panel title={t("title")}>
      <ol className="space-y-3.5">
        {events.map(({ kind, at, by, text, amount }, index) => (
          // Events are only appended.
          <li key={index} className="border-l-2 border-line pl-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="min-w-0 wrap-anywhere">
                <Sentence>{t(kind, { person: by, amount: displayAmount(amount, currency) })}</Sentence>
              </p>
              <span className="text-xs text-ink-muted">
                <Time iso={at} />
              </span>
            </div>
            {text !== null && (
              <p className="mt-1 rounded bg-sunken px-3 py-2 text-sm whitespace-pre-line wrap-anywhere">
                <ForeignText>{text}</ForeignText>
              </p>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
