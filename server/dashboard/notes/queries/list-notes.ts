import { roleAllows } from "@/lib/can";
import type { MentionView, NotesView, NoteSubject } from "@/lib/notes/note-views";
import { isStorableText } from "@/lib/text";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentNote, VIEW_PERMISSIONS } from "../domain/note";
import { listMentionable } from "../store/mentionable-people";
import { listNotesOf } from "../store/notes";

/** The notes of a subject, oldest first; of a payment also those on its refunds and approvals. */
export async function listNotes(ctx: Ctx, subject: NoteSubject): Promise<NotesView> {
  await requirePermission(ctx, VIEW_PERMISSIONS[subject.kind], subject);
  // Postgres refuses a comparison with a text that it cannot store.
  const notes = isStorableText(subject.id) ? await listNotesOf(ctx.pool, subject) : [];
  return {
    notes: notes
      .filter((note) => roleAllows(ctx.actor.role, VIEW_PERMISSIONS[note.subject.kind]))
      .map((note) => presentNote(note, ctx.actor)),
    mayWrite: roleAllows(ctx.actor.role, "write_note"),
    readAt: ctx.clock.now().toISOString(),
  };
}

/** The people that a note can mention. */
export async function listPeopleToMention(ctx: Ctx): Promise<{ people: MentionView[] }> {
  await requirePermission(ctx, "write_note", { kind: "note", id: "" });
  return { people: await listMentionable(ctx.pool) };
}
