"use client";

import { useTranslations } from "use-intl/react";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { Fold } from "@/components/ui/fold";
import { Panel } from "@/components/ui/panel";
import { AddNote } from "./add-note";
import type { PageNotes } from "./note-actions";
import { NoteEntry } from "./note-entry";
import { useNotes } from "./use-notes";

/** The notes of a page's subject, oldest first, and the form for a new one. */
export function NotesPanel({
  subject,
  initial,
  actions,
  isFolded = false,
}: PageNotes & { isFolded?: boolean }) {
  const t = useTranslations("notes");
  const { notes, mayWrite, error, refresh } = useNotes(subject, initial);
  const onChanged = (): void => void refresh();
  const content = (
    <>
      {error !== null && (
        <div className="mb-3">
          <FetchFailedNotice error={error} />
        </div>
      )}
      {notes.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("none")}</p>
      ) : (
        <ol className="divide-y divide-line">
          {notes.map((note) => (
            <li key={note.noteId} className="py-2.5 first:pt-0">
              <NoteEntry note={note} here={subject} actions={actions} onChanged={onChanged} />
            </li>
          ))}
        </ol>
      )}
      {mayWrite && (
        <div className="mt-3 border-t border-line pt-3">
          <AddNote subject={subject} add={actions.add} onAdded={onChanged} />
        </div>
      )}
    </>
  );
  if (!isFolded) return <Panel title={t("title")}>{content}</Panel>;
  return (
    <Fold title={t("title")} brief={notes.length}>
      {content}
    </Fold>
  );
}
