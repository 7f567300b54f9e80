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
import type { TimelineEntry } from "@/lib/payments/payment-detail-view";
import { TimelineEvent } from "./timeline-event";

type TimelinePanelProps = {
  timeline: readonly TimelineEntry[];
  currency: string;
  /** The page's banner says why it was not paid, so the timeline only says when. */
  isEndExplained: boolean;
  notes: PageNotes;
  aside?: ReactNode;
};

/** The events and the notes of colleagues in order, and the form for a new note. */
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
  const items = [
    // The index is a stable key: events are only appended, and two of one kind may have the same time.
    ...timeline.map((entry, index) => ({
      at: entry.at,
      key: `${entry.at} ${entry.word} ${entry.refundId ?? ""} ${String(index)}`,
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
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));

  return (
    <Panel title={t("title")} aside={aside}>
      {error !== null && (
        <div className="mb-3">
          <FetchFailedNotice error={error} />
        </div>
      )}
      {items.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("none")}</p>
      ) : (
        <ol className="space-y-0">
          {items.map(({ key, content }, index) => (
            <li key={key} className="relative flex gap-3 pb-4 last:pb-0">
              {index < items.length - 1 && (
                <span aria-hidden className="absolute top-6 bottom-0 left-2 w-px bg-line" />
              )}
              {content}
            </li>
          ))}
        </ol>
      )}
      {mayWrite && (
        <div className="mt-3 border-t border-line pt-3">
          <AddNote subject={subject} add={actions.add} onAdded={onChanged} />
        </div>
      )}
    </Panel>
  );
}
