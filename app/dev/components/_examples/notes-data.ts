import type { NoteActions, PageNotes } from "@/components/notes/note-actions";
import type { NoteView } from "@/lib/notes/note-views";
import { AT, LATER, PERSON, REFUND_ID, TRANSACTION_ID } from "./data";

export const note: NoteView = {
  noteId: "note-1",
  subject: { kind: "payment", id: TRANSACTION_ID },
  author: PERSON,
  text: `The customer called about ${TRANSACTION_ID}.\n@Ravi Shah, please refund half of it, as for ${REFUND_ID}.`,
  mentions: [{ personId: "p2", name: "Ravi Shah" }],
  createdAt: AT,
  editedAt: null,
  version: 1,
  deleted: null,
  earlier: [],
  mayEdit: true,
  mayDelete: true,
};

export const notes: readonly NoteView[] = [
  note,
  {
    ...note,
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
  },
  {
    ...note,
    noteId: "note-3",
    text: null,
    mentions: [],
    deleted: { at: LATER, by: PERSON },
    mayEdit: false,
    mayDelete: false,
  },
  { ...note, noteId: "note-4", text: "अ".repeat(300), mentions: [], mayEdit: false, mayDelete: false },
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
