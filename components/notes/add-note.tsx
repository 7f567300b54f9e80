"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { NoteSubject } from "@/lib/notes/note-views";
import type { NoteActions } from "./note-actions";
import { NoteForm } from "./note-form";

type AddNoteProps = { subject: NoteSubject; add: NoteActions["add"]; onAdded: () => void };

/** The form for a new note. Its id is kept until the note is stored, so that a repeated request adds one. */
export function AddNote({ subject, add, onAdded }: AddNoteProps) {
  const t = useTranslations("notes");
  const [noteId, setNoteId] = useState<string | null>(null);
  return (
    <NoteForm
      about={subject.kind}
      label={t("add.label")}
      submit={t("add.submit")}
      invitation={t("add.invitation")}
      send={(text, mentions) => {
        const id = noteId ?? crypto.randomUUID();
        setNoteId(id);
        return add({ noteId: id, subject, text, mentions });
      }}
      onDone={() => {
        setNoteId(null);
        onAdded();
      }}
    />
  );
}
