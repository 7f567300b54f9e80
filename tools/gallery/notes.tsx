"use client";

import { AddNote } from "@/components/notes/add-note";
import { DeleteNoteDialog } from "@/components/notes/delete-note-dialog";
import { MentionField } from "@/components/notes/mention-field";
import { NoteEntry } from "@/components/notes/note-entry";
import { NoteForm } from "@/components/notes/note-form";
import { NoteText } from "@/components/notes/note-text";
import { NotesPanel } from "@/components/notes/notes-panel";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";
import { noNotes, note, noteActions, pageNotes } from "./notes-data";

/** The gallery shows the form apart from the page that names it. */
const LABEL = "Note";
const nothing = (): void => undefined;

/** Notes on a page: none, several, and each state of one. */
export function NoteExamples() {
  return (
    <>
      <Example component="NotesPanel" state="no notes">
        <NotesPanel {...noNotes} />
      </Example>
      <Example component="NotesPanel" state="own, edited on a refund, deleted, long">
        <NotesPanel {...pageNotes} />
      </Example>
      <Example component="NoteEntry" state="its second button opens the dialog" opens={[1]}>
        <NoteEntry note={note} here={note.subject} actions={noteActions} onChanged={nothing} />
      </Example>
      <Example component="NoteText" state="ids, a reference and a mention">
        <NoteText parts={note.parts} />
      </Example>
      <Example component="AddNote" state="empty">
        <AddNote subject={note.subject} add={noteActions.add} onAdded={nothing} />
      </Example>
      <Example component="NoteForm" state="editing">
        <NoteForm
          about={note.subject.kind}
          label={LABEL}
          submit={LABEL}
          initialText={"x".repeat(1_900)}
          send={() => noteActions.add({ noteId: "", subject: note.subject, text: "", mentions: [] })}
          onDone={nothing}
          onCancel={nothing}
        />
      </Example>
      <Example component="MentionField" state="refused">
        <MentionField
          label={LABEL}
          error="This looks like a card number."
          value="4111 1111 1111 1111"
          people={note.mentions}
          onChange={nothing}
          onSubmit={nothing}
        />
      </Example>
      <DialogExample component="DeleteNoteDialog" state="asking">
        {(close) => (
          <DeleteNoteDialog noteId="note-1" remove={noteActions.remove} onClose={close} onDeleted={close} />
        )}
      </DialogExample>
    </>
  );
}
