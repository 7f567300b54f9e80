import type { NoteOutcome } from "@/lib/notes/note-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readMentions, readNoteText, VIEW_PERMISSIONS } from "../domain/note";
import { listMentionable } from "../store/mentionable-people";
import { lockNote, replaceMentions, updateNote } from "../store/notes";
import { mayNotify, notifyMentioned } from "../store/notify-mentions";
import { subjectDetail, TOO_MANY_NOTIFIED } from "./add-note";
import { editNoteSchema } from "./note-input";

/** Replaces the text of the person's own note. The earlier text stays visible. */
export async function editNote(ctx: Ctx, input: unknown): Promise<NoteOutcome> {
  const parsed = editNoteSchema.safeParse(input);
  const id = parsed.data?.noteId ?? "";
  if (!(await authorize(ctx, "write_note", { kind: "note", id }))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "not_found" };
  const text = readNoteText(parsed.data.text);
  if (!text.ok) return { kind: "invalid", fault: text.error };
  const { version } = parsed.data;

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<NoteOutcome> => {
    const note = await lockNote(db, id);
    if (note === null || note.authorId !== ctx.actor.userId || note.text === null)
      return { kind: "not_found" };
    // An edit that is sent twice is stored once.
    if (note.text === text.value) return { kind: "done", noteId: id };
    if (note.version !== version) return { kind: "changed" };
    const chosen = await listMentionable(db, {
      view: VIEW_PERMISSIONS[note.subject.kind],
      ids: parsed.data.mentions,
    });
    // People mentioned before stay so, even if they have been deactivated since.
    const known = [
      ...chosen,
      ...note.mentions.filter(({ personId }) => chosen.every((one) => one.personId !== personId)),
    ];
    const mentions = readMentions(text.value, known);
    if (!mentions.ok) return { kind: "invalid", fault: mentions.error };
    const { userId } = ctx.actor;
    const before = new Set([userId, ...note.mentions.map(({ personId }) => personId)]);
    const added = mentions.value.filter(({ personId }) => !before.has(personId));
    if (!(await mayNotify(db, ctx.actor, added.length, at))) return TOO_MANY_NOTIFIED;
    await updateNote(db, { id, text: text.value, at });
    await replaceMentions(db, id, mentions.value);
    await notifyMentioned(
      db,
      { id, subject: note.subject, at },
      mentions.value.map(({ personId }) => personId),
      ctx.actor,
    );
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "note_edited",
      subject: { kind: "note", id },
      detail: { kind: note.subject.kind, ...subjectDetail(note.subject, note.transactionId) },
      requestId: ctx.requestId,
    });
    return { kind: "done", noteId: id };
  });
}
