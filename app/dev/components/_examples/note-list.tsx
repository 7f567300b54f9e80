import { NoteFilterChips } from "@/app/(dashboard)/notes/_components/note-filter-chips";
import { NoteFilterForm } from "@/app/(dashboard)/notes/_components/note-filter-form";
import { NoteList } from "@/app/(dashboard)/notes/_components/note-list";
import { NOTE_SUBJECTS } from "@/lib/notes/note-views";
import { TRANSACTION_ID } from "./data";
import { Example } from "./example";
import { note } from "./notes-data";

/** The page of all notes. */
export function NoteListExamples() {
  return (
    <>
      <Example component="NoteList" state="on every subject">
        <NoteList
          notes={NOTE_SUBJECTS.map((kind) => ({
            ...note,
            noteId: kind,
            subject: { kind, id: TRANSACTION_ID },
            transactionId: TRANSACTION_ID,
          }))}
        />
      </Example>
      <Example component="NoteFilterForm" state="a text that cannot be searched">
        <NoteFilterForm filter={{ text: "x", isMentioned: true }} isTextInvalid />
      </Example>
      <Example component="NoteFilterChips" state="both filters">
        <NoteFilterChips filter={{ text: "refund friday", isMentioned: true }} />
      </Example>
    </>
  );
}
