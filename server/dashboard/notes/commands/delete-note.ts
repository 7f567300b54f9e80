import { roleAllows } from "@/lib/can";
import type { NoteOutcome } from "@/lib/notes/note-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { eraseNote, lockNote } from "../store/notes";
import { subjectDetail } from "./add-note";
import { deleteNoteSchema } from "./note-input";

/**
 * Deletes the person's own note, or any note with the permission `delete_any_note`. Its texts are erased; that it was
 * there, who wrote it and who deleted it stays visible.
 */
export async function deleteNote(ctx: Ctx, input: unknown): Promise<NoteOutcome> {
  const parsed = deleteNoteSchema.safeParse(input);
  const subject = { kind: "note", id: parsed.data?.noteId ?? "" } as const;
  if (!(await authorize(ctx, "write_note", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "not_found" };
  const { noteId } = parsed.data;
  const at = ctx.clock.now();
  const outcome = await inTransaction(ctx.pool, async (db): Promise<NoteOutcome | "not_own"> => {
    const note = await lockNote(db, noteId);
    if (note === null) return { kind: "not_found" };
    if (note.authorId !== ctx.actor.userId && !roleAllows(ctx.actor.role, "delete_any_note"))
      return "not_own";
    if (note.text === null) return { kind: "done", noteId };
    await eraseNote(db, { id: noteId, byId: ctx.actor.userId, at });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "note_deleted",
      subject,
      detail: {
        kind: note.subject.kind,
        ...subjectDetail(note.subject, note.transactionId),
        by: note.author,
      },
      requestId: ctx.requestId,
    });
    return { kind: "done", noteId };
  });
  if (outcome !== "not_own") return outcome;
  // Records the refusal.
  await authorize(ctx, "delete_any_note", subject);
  return { kind: "forbidden" };
}
