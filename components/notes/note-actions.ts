import type {
  AddNoteInput,
  DeleteNoteInput,
  EditNoteInput,
  NoteOutcome,
  NotesView,
  NoteSubject,
} from "@/lib/notes/note-views";

/** The server actions that a page passes to the notes on it. */
export type NoteActions = {
  add: (input: AddNoteInput) => Promise<NoteOutcome>;
  edit: (input: EditNoteInput) => Promise<NoteOutcome>;
  remove: (input: DeleteNoteInput) => Promise<NoteOutcome>;
};

/** The notes of a page: as the server read them, and what can be done with them. */
export type PageNotes = { subject: NoteSubject; initial: NotesView; actions: NoteActions };
