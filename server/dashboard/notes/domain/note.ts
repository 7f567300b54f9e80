import { hasCardNumber } from "@/lib/card-number";
import { mentionsIn } from "@/lib/notes/mentions";
import { noteParts } from "@/lib/notes/note-parts";
import {
  MAX_MENTIONS,
  MAX_NOTE_LENGTH,
  type MentionView,
  type NoteFault,
  type NoteSubject,
  type NoteView,
} from "@/lib/notes/note-views";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText } from "@/lib/text";
import { roleAllows, type Permission, type Role } from "@/lib/can";

/** A note as stored in the database. */
export type Note = {
  id: string;
  subject: NoteSubject;
  transactionId: string | null;
  authorId: string;
  author: string;
  text: string | null;
  version: number;
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
  deletedBy: string | null;
  mentions: MentionView[];
  earlier: { text: string; replacedAt: Date }[];
};

/** A note may be seen by the roles that may see its subject. */
export const VIEW_PERMISSIONS = {
  payment: "view_payments",
  refund: "view_refunds",
  refund_intent: "view_refunds",
  approval: "view_refunds",
  bulk_run: "run_bulk",
} as const satisfies Record<NoteSubject["kind"], Permission>;

const CANONICAL_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether an id is written as Postgres writes it: a note is found by the text of its subject's id. */
export const isIntentId = (id: string): boolean => CANONICAL_UUID.test(id);

/** The text as it is stored: without spaces around it and with `\n` line breaks. */
export function readNoteText(given: string): Result<string, NoteFault> {
  const text = given.replace(/\r\n?/g, "\n").trim();
  if (text === "") return err("blank");
  if (!isAcceptedText(text)) return err("characters");
  if (codePointLength(text) > MAX_NOTE_LENGTH) return err("too_long");
  return hasCardNumber(text) ? err("card_number") : ok(text);
}

/** Returns those of the chosen people whose name is in the text. */
export function readMentions(text: string, chosen: readonly MentionView[]): Result<MentionView[], NoteFault> {
  const ids = new Set(mentionsIn(text, chosen).map(({ personId }) => personId));
  return ids.size > MAX_MENTIONS
    ? err("too_many_mentions")
    : ok(chosen.filter(({ personId }) => ids.has(personId)));
}

/** Authors edit and delete their notes; an admin deletes any, because a note may contain what nobody should read. */
export function presentNote(note: Note, viewer: { userId: string; role: Role }): NoteView {
  const isOwn = note.authorId === viewer.userId && roleAllows(viewer.role, "write_note");
  const isThere = note.text !== null;
  return {
    noteId: note.id,
    subject: note.subject,
    author: note.author,
    text: note.text,
    parts: note.text === null ? [] : noteParts(note.text, note.mentions),
    mentions: note.mentions,
    createdAt: note.createdAt.toISOString(),
    editedAt: note.editedAt?.toISOString() ?? null,
    version: note.version,
    deleted: note.deletedAt === null ? null : { at: note.deletedAt.toISOString(), by: note.deletedBy ?? "" },
    earlier: note.earlier.map(({ text, replacedAt }) => ({ text, replacedAt: replacedAt.toISOString() })),
    mayEdit: isOwn && isThere,
    mayDelete: isThere && (isOwn || roleAllows(viewer.role, "delete_any_note")),
  };
}
