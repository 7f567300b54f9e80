import type { NoteActions, PageNotes } from "@/components/notes/note-actions";
import { noteParts } from "@/lib/notes/note-parts";
import type { NoteView } from "@/lib/notes/note-views";
import { AT, LATER, PERSON, REFUND_ID, TRANSACTION_ID } from "./data";

const written: Omit<NoteView, "parts"> = {
  noteId: "note-1",
  subject: { kind: "payment", id: TRANSACTION_ID },
  author: PERSON,
  text: `The customer called about ${TRANSACTION_ID}.\n@Ravi Shah, please refund half of it, as for ${REFUND_ID}, and see #ORDER-1042.`,
  mentions: [{ personId: "p2", name: "Ravi Shah" }],
  createdAt: AT,
  editedAt: null,
  version: 1,
  deleted: null,
  earlier: [],
  mayEdit: true,
  mayDelete: true,
};

const shown = (note: Omit<NoteView, "parts">): NoteView => ({
  ...note,
  parts: note.text === null ? [] : noteParts(note.text, note.mentions),
});

export const note = shown(written);

const notes: readonly NoteView[] = [
  note,
  shown({
    ...written,
    noteId: "note-2",
    author: "Ravi Shah",
    subject: { kind: "refund", id: REFUND_ID },
    text: "Refunded. The gateway takes up to seven days.",
    mentions: [],
    editedAt: LATER,
    version: 2,
    earlier: [{ text: "Refunded.", replacedAt: LATER }],
    mayEdit: false,
    mayDelete: true,
  }),
  shown({
    ...written,
    noteId: "note-3",
    text: null,
    mentions: [],
    deleted: { at: LATER, by: PERSON },
    mayEdit: false,
    mayDelete: false,
  }),
  shown({
    ...written,
    noteId: "note-4",
    text: "अ".repeat(300),
    mentions: [],
    mayEdit: false,
    mayDelete: false,
  }),
];

const refuse = () => Promise.resolve({ kind: "invalid", fault: "card_number" } as const);
/** Sends nothing. */
export const noteActions: NoteActions = { add: refuse, edit: refuse, remove: refuse };

export const pageNotes: PageNotes = {
  subject: { kind: "payment", id: TRANSACTION_ID },
  initial: { notes, mayWrite: true, readAt: LATER },
  actions: noteActions,
};

export const noNotes: PageNotes = {
  subject: { kind: "bulk_run", id: "no-notes" },
  initial: { notes: [], mayWrite: true, readAt: LATER },
  actions: noteActions,
};
