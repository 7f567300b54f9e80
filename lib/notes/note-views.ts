/** The views of notes. Times are ISO 8601 in UTC. */

/** What a note can be about. */
export const NOTE_SUBJECTS = ["payment", "refund", "refund_intent", "approval", "bulk_run"] as const;
export type NoteSubjectKind = (typeof NOTE_SUBJECTS)[number];

/**
 * The id is a transaction id, a refund id, or the id of a refund attempt, an approval request or a bulk run. An attempt and its
 * refund show the notes of both (decision 0283).
 */
export type NoteSubject = { kind: NoteSubjectKind; id: string };

/** The longest note, in code points. */
export const MAX_NOTE_LENGTH = 2_000;
export const MAX_MENTIONS = 20;
/** How many people one author can notify in an hour. */
export const MAX_MENTIONS_OF_HOUR = 60;

/** A piece of a note's text. */
export type NotePart =
  | { kind: "text"; text: string }
  | { kind: "transaction" | "refund"; text: string; id: string }
  | { kind: "reference"; text: string; reference: string }
  | { kind: "mention"; text: string };

/** A person who can be mentioned. */
export type MentionView = { personId: string; name: string };

export type NoteView = {
  noteId: string;
  subject: NoteSubject;
  author: string;
  /** Null when it is deleted. */
  text: string | null;
  /** The text as it is shown; empty when it is deleted. */
  parts: readonly NotePart[];
  mentions: readonly MentionView[];
  createdAt: string;
  editedAt: string | null;
  /** Sent with an edit, so that it does not overwrite one made meanwhile. */
  version: number;
  deleted: { at: string; by: string } | null;
  /** Its earlier texts, oldest first. */
  earlier: readonly { text: string; replacedAt: string }[];
  mayEdit: boolean;
  mayDelete: boolean;
};

export type NotesView = {
  /** Oldest first. */
  notes: readonly NoteView[];
  mayWrite: boolean;
  /** When they were read. */
  readAt: string;
};

/** A note in a list of notes on anything. */
export type ListedNote = NoteView & { transactionId: string | null };

/** Why a text is not stored. */
export type NoteFault =
  | "blank"
  | "too_long"
  | "characters"
  | "card_number"
  | "too_many_mentions"
  | "too_many_mentions_of_hour";

export type NoteOutcome =
  | { kind: "done"; noteId: string }
  | { kind: "invalid"; fault: NoteFault }
  /** Its subject, or the note itself, does not exist; or the note was deleted. */
  | { kind: "not_found" }
  /** Somebody edited it after it was shown: in another tab, or another admin deleted it. */
  | { kind: "changed" }
  /** The subject has as many notes as are allowed. */
  | { kind: "too_many"; max: number }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type AddNoteInput = {
  /** Made by the form: sent twice, it makes one note. */
  noteId: string;
  subject: NoteSubject;
  text: string;
  /** The people that the author chose; only those whose name is in the text are mentioned. */
  mentions: readonly string[];
};
export type EditNoteInput = Pick<AddNoteInput, "noteId" | "text" | "mentions"> & { version: number };
export type DeleteNoteInput = { noteId: string };
