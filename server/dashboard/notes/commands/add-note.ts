import { type NoteOutcome } from "@/lib/notes/note-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { type Note, readMentions, readNoteText, VIEW_PERMISSIONS } from "../domain/note";
import { listMentionable } from "../store/mentionable-people";
import { countNotesLocked, insertNote, lockNote, replaceMentions } from "../store/notes";
import { mayNotify, notifyMentioned } from "../store/notify-mentions";
import { findSubject } from "./find-subject";
import { addNoteSchema } from "./note-input";

export const MAX_NOTES_OF_SUBJECT = 500;
export const TOO_MANY_NOTIFIED: NoteOutcome = { kind: "invalid", fault: "too_many_mentions_of_hour" };

/** Adds a note to a subject that the person may see. The same form sent twice adds one. */
export async function addNote(ctx: Ctx, input: unknown): Promise<NoteOutcome> {
  const parsed = addNoteSchema.safeParse(input);
  const id = parsed.data?.noteId ?? "";
  if (!(await authorize(ctx, "write_note", { kind: "note", id }))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "not_found" };
  const { subject } = parsed.data;
  if (!(await authorize(ctx, VIEW_PERMISSIONS[subject.kind], subject))) return { kind: "forbidden" };
  const text = readNoteText(parsed.data.text);
  if (!text.ok) return { kind: "invalid", fault: text.error };
  const found = await findSubject(ctx, subject);
  if (found === null) return { kind: "not_found" };
  const chosen = { view: VIEW_PERMISSIONS[subject.kind], ids: parsed.data.mentions };
  const mentions = readMentions(text.value, await listMentionable(ctx.pool, chosen));
  if (!mentions.ok) return { kind: "invalid", fault: mentions.error };

  const at = ctx.clock.now();
  const { userId: authorId } = ctx.actor;
  return inTransaction(ctx.pool, async (db): Promise<NoteOutcome> => {
    const has = await countNotesLocked(db, subject);
    const earlier = await lockNote(db, id);
    if (earlier !== null) return ofEarlier(earlier, authorId, text.value);
    if (has >= MAX_NOTES_OF_SUBJECT) return { kind: "too_many", max: MAX_NOTES_OF_SUBJECT };
    const others = mentions.value.filter(({ personId }) => personId !== authorId);
    if (!(await mayNotify(db, ctx.actor, others.length, at))) return TOO_MANY_NOTIFIED;
    const { transactionId } = found;
    const note = { id, subject, transactionId, authorId, text: text.value, createdAt: at };
    if (!(await insertNote(db, note))) return { kind: "not_found" };
    await replaceMentions(db, id, mentions.value);
    await notifyMentioned(
      db,
      { id, subject, at },
      mentions.value.map(({ personId }) => personId),
      ctx.actor,
    );
    // The entry leaves out the text: the log keeps what it has for ever, and a note can be deleted (decision 0283).
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "note_added",
      subject: { kind: "note", id },
      detail: {
        kind: subject.kind,
        ...subjectDetail(subject, transactionId),
        ...(mentions.value.length > 0 && { count: mentions.value.length }),
      },
      requestId: ctx.requestId,
    });
    return { kind: "done", noteId: id };
  });
}

/** The form was sent before: its text is stored, or an earlier one that a lost response left in the form. */
function ofEarlier(note: Note, authorId: string, text: string): NoteOutcome {
  if (note.authorId !== authorId) return { kind: "not_found" };
  return note.text === text ? { kind: "done", noteId: note.id } : { kind: "changed" };
}

const DETAIL_NAMES = {
  payment: "transactionId",
  refund: "refundId",
  refund_intent: "intentId",
  approval: "approvalId",
  bulk_run: "runId",
} as const;

/** The subject's id by the name that the audit log uses for it, so that a search for it finds the note's entries. */
export function subjectDetail(
  { kind, id }: { kind: keyof typeof DETAIL_NAMES; id: string },
  transactionId: string | null,
): Partial<Record<(typeof DETAIL_NAMES)[keyof typeof DETAIL_NAMES], string>> {
  return { ...(transactionId !== null && { transactionId }), [DETAIL_NAMES[kind]]: id };
}
