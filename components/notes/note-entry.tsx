"use client";

import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { NoteSubject, NoteView } from "@/lib/notes/note-views";
import { DeleteNoteDialog } from "./delete-note-dialog";
import type { NoteActions } from "./note-actions";
import { NoteForm } from "./note-form";
import { NoteText } from "./note-text";
import { noteSubjectPath } from "@/lib/notes/note-subject-path";

type NoteEntryProps = {
  note: NoteView;
  /** The subject of the page: a note on another one says so. */
  here: NoteSubject;
  actions: NoteActions;
  onChanged: () => void;
};

/** One note with what its reader may do with it. */
export function NoteEntry({ note, here, actions, onChanged }: NoteEntryProps) {
  const t = useTranslations("notes");
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const { noteId, text, version } = note;

  return (
    <div id={`note-${noteId}`} className="min-w-0 grow scroll-mt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere">
          <bdi className="font-medium">{note.author}</bdi> <OtherSubject subject={note.subject} here={here} />
        </p>
        <span className="text-xs text-ink-muted">
          <Time iso={note.createdAt} />
        </span>
      </div>
      {text === null ? (
        <p className="text-sm text-ink-muted">
          {note.deleted !== null && t.rich("deleted", { by: note.deleted.by, at: timeOf(note.deleted.at) })}
        </p>
      ) : isEditing ? (
        <div className="mt-1">
          <NoteForm
            about={note.subject.kind}
            label={t("edit.label")}
            submit={t("edit.submit")}
            initialText={text}
            mentioned={note.mentions}
            send={(edited, mentions) => actions.edit({ noteId, text: edited, mentions, version })}
            onDone={() => {
              setIsEditing(false);
              onChanged();
            }}
            onCancel={() => setIsEditing(false)}
          />
        </div>
      ) : (
        <>
          <NoteText parts={note.parts} />
          <div className="-ml-2.5 flex min-h-7 flex-wrap items-center gap-x-1 text-xs text-ink-muted">
            {note.mayEdit && (
              <Button variant="ghost" size="sm" onClick={() => setIsEditing(true)}>
                {t("edit.open")}
              </Button>
            )}
            {note.mayDelete && (
              <Button variant="ghost" size="sm" onClick={() => setIsDeleting(true)}>
                {t("delete.open")}
              </Button>
            )}
            {note.editedAt !== null && <EarlierTexts note={note} editedAt={note.editedAt} />}
          </div>
        </>
      )}
      {isDeleting && (
        <DeleteNoteDialog
          noteId={noteId}
          remove={actions.remove}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => {
            setIsDeleting(false);
            onChanged();
          }}
        />
      )}
    </div>
  );
}

const timeOf = (iso: string) => (): ReactNode => <Time iso={iso} />;

function OtherSubject({ subject, here }: { subject: NoteSubject; here: NoteSubject }) {
  const t = useTranslations("notes");
  if (subject.kind === here.kind && subject.id === here.id) return null;
  return (
    <Link href={noteSubjectPath(subject)} className="text-sm text-accent underline underline-offset-2">
      {t(`on.${subject.kind}`)}
    </Link>
  );
}

function EarlierTexts({ note, editedAt }: { note: NoteView; editedAt: string }) {
  const t = useTranslations("notes");
  return (
    <details className="pl-2.5">
      <summary className="w-fit rounded-sm py-1 hover:text-ink">
        {t.rich("edited", { at: timeOf(editedAt) })}
      </summary>
      <ol className="mt-1 space-y-2">
        {note.earlier.map(({ text, replacedAt }) => (
          <li key={replacedAt} className="border-l-2 border-line pl-2">
            <p>{t.rich("earlier", { at: timeOf(replacedAt) })}</p>
            <ForeignText>{text}</ForeignText>
          </li>
        ))}
      </ol>
    </details>
  );
}
