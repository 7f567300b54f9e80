import { roleAllows } from "@/lib/can";
import type {
  MentionView,
  ListedNote,
  NotesView,
  NoteSubject,
  NoteSubjectKind,
} from "@/lib/notes/note-views";
import { isStorableText } from "@/lib/text";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { isIntentId, presentNote, VIEW_PERMISSIONS } from "../domain/note";
import { listMentionable } from "../store/mentionable-people";
import { listNewestOfPayments, listNotesOf } from "../store/notes";

/**
 * The notes of a subject, oldest first. A payment also has those on its refunds and approvals, a refund those on its attempt,
 * and an attempt those on its refund.
 */
export async function listNotes(ctx: Ctx, subject: NoteSubject): Promise<NotesView> {
  await requirePermission(ctx, VIEW_PERMISSIONS[subject.kind], subject);
  // Postgres refuses a comparison with a text that it cannot store.
  const isAskable = subject.kind === "refund_intent" ? isIntentId(subject.id) : isStorableText(subject.id);
  const notes = isAskable ? await listNotesOf(ctx.pool, ctx.routing.serviceAddress, subject) : [];
  return {
    notes: notes
      .filter((note) => roleAllows(ctx.actor.role, VIEW_PERMISSIONS[note.subject.kind]))
      .map((note) => presentNote(note, ctx.actor)),
    mayWrite: roleAllows(ctx.actor.role, "write_note"),
    readAt: ctx.clock.now().toISOString(),
  };
}

const MAX_NOTES_OF_PAYMENTS = 50;

/** The newest notes on several payments, newest first. */
export async function listNotesOfPayments(
  ctx: Ctx,
  transactionIds: readonly string[],
): Promise<ListedNote[]> {
  await requirePermission(ctx, VIEW_PERMISSIONS.payment, { kind: "payment_list", id: "notes" });
  const notes = await listNewestOfPayments(ctx.pool, transactionIds, MAX_NOTES_OF_PAYMENTS);
  return notes
    .filter((note) => roleAllows(ctx.actor.role, VIEW_PERMISSIONS[note.subject.kind]))
    .map((note) => ({ ...presentNote(note, ctx.actor), transactionId: note.transactionId }));
}

/** The people that a note about such a subject can mention. */
export async function listPeopleToMention(
  ctx: Ctx,
  about: NoteSubjectKind,
): Promise<{ people: MentionView[] }> {
  await requirePermission(ctx, "write_note", { kind: "note", id: "" });
  return { people: await listMentionable(ctx.pool, { view: VIEW_PERMISSIONS[about] }) };
}
