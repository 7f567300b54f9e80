import { NoteList } from "@/app/(dashboard)/_components/notes/note-list";
import { NOTE_SUBJECTS } from "@/lib/notes/note-views";
import { TRANSACTION_ID } from "./data";
import { Example } from "./example";
import { note } from "./notes-data";

/** Notes that the search found. */
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
    </>
  );
}
