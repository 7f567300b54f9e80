"use client";

import { useTranslations } from "use-intl/react";
import { ForeignText, Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { WorkItemView } from "@/lib/queues/work-views";

export function hasStateNote({ state, reason, back }: WorkItemView): boolean {
  return reason !== null && (state !== "open" || back !== null);
}

/** What an item waits for, why it is done, or why it is back. */
export function StateNote({ item }: { item: WorkItemView }) {
  const t = useTranslations("queues");
  const { state, reason, back, returnsAt } = item;
  if (reason === null || !hasStateNote(item)) return null;
  return (
    <p className="truncate text-xs text-ink-muted" title={reason}>
      {back !== null ? (
        <Sentence>
          {t(back.because === "time" ? "note.backTime" : "note.backChanged", { from: back.from, reason })}
        </Sentence>
      ) : (
        <>
          <Sentence>{t(state === "done" ? "note.done" : "note.waiting", { reason })}</Sentence>
          {item.stateBy !== null && (
            <>
              {" · "}
              <ForeignText>{item.stateBy}</ForeignText>
            </>
          )}
          {returnsAt !== null && (
            <>
              {" · "}
              {t.rich("note.returns", { time: () => <Time iso={returnsAt} precision="minutes" /> })}
            </>
          )}
        </>
      )}
    </p>
  );
}
