"use client";

import { MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { AddNote } from "@/components/notes/add-note";
import { NoteEntry } from "@/components/notes/note-entry";
import type { PageNotes } from "@/components/notes/note-actions";
import { useNotes } from "@/components/notes/use-notes";
import { Panel } from "@/components/ui/panel";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { TimelineEntry } from "@/lib/payments/payment-detail-view";
import { EventName, TimelineEvent } from "./timeline-event";

type TimelinePanelProps = {
  timeline: readonly TimelineEntry[];
  currency: string;
  /** The page's banner says why it was not paid, so the timeline only says when. */
  isEndExplained: boolean;
  notes: PageNotes;
  aside?: ReactNode;
};

/**
 * The form for a note, then the events and the notes of colleagues, newest first. What the service adds for close inspection is
 * folded behind one line: its own events, and its fields.
 */
export function TimelinePanel({
  timeline,
  currency,
  isEndExplained,
  notes: page,
  aside,
}: TimelinePanelProps) {
  const t = useTranslations("payment.timeline");
  const { subject, initial, actions } = page;
  const { notes, mayWrite, error, refresh } = useNotes(subject, initial);
  const onChanged = (): void => void refresh();
  // The index is a stable key: events are only appended, and two of one kind may have the same time.
  const events = timeline.map((entry, index) => ({
    entry,
    at: entry.at,
    key: `${entry.at} ${entry.word} ${entry.refundId ?? ""} ${String(index)}`,
  }));
  const items = [
    ...events
      .filter(({ entry }) => !isRoutine(entry))
      .map(({ entry, at, key }) => ({
        at,
        key,
        content: <TimelineEvent entry={entry} currency={currency} isEndExplained={isEndExplained} />,
      })),
    ...notes.map((note) => ({
      at: note.createdAt,
      key: note.noteId,
      content: (
        <>
          <MessageSquare aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
          <NoteEntry note={note} here={subject} actions={actions} onChanged={onChanged} />
        </>
      ),
    })),
  ]
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .reverse();
  const routine = events.filter(({ entry }) => isRoutine(entry) || entry.detail.length > 0);

  return (
    <Panel title={t("title")} aside={aside}>
      {error !== null && (
        <div className="mb-3">
          <FetchFailedNotice error={error} />
        </div>
      )}
      {mayWrite && <AddNote subject={subject} add={actions.add} onAdded={onChanged} />}
      {items.length === 0 ? (
        <p className="mt-3 text-sm text-ink-muted">{t("none")}</p>
      ) : (
        <ol aria-label={t("title")} className="mt-2">
          {items.map(({ key, content }) => (
            <li key={key} className="flex gap-3 py-1.25 text-sm">
              {content}
            </li>
          ))}
        </ol>
      )}
      {routine.length > 0 && (
        <details className="mt-1 text-sm">
          <summary className="w-fit touch-target rounded-sm py-1 text-ink-muted hover:text-ink">
            {t("serviceDetail", { n: routine.length })}
          </summary>
          <ol className="mt-1 space-y-2">
            {routine.toReversed().map(({ entry, key }) => (
              <li key={key}>
                <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <p className="min-w-0 wrap-anywhere">
                    <EventName entry={entry} currency={currency} />
                  </p>
                  <span className="ml-auto text-xs text-ink-muted">
                    <Time iso={entry.at} />
                  </span>
                </div>
                <dl className="grid gap-x-3 gap-y-0.5 text-xs text-ink-muted sm:grid-cols-[auto_minmax(0,1fr)]">
                  {entry.detail.map(({ name, value }) => (
                    <div key={name} className="contents">
                      <dt className="font-mono">{name}</dt>
                      <dd className="min-w-0 text-ink">
                        <ForeignText>{value}</ForeignText>
                      </dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ol>
        </details>
      )}
    </Panel>
  );
}

/** An event that only the service knows, unless it is about money. */
function isRoutine({ kind, refundId, amount }: TimelineEntry): boolean {
  return kind === "other" && refundId === null && amount === null;
}
