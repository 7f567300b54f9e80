import { roleAllows } from "@/lib/can";
import { type ListedNote, NOTE_SUBJECTS } from "@/lib/notes/note-views";
import { isStorableText } from "@/lib/text";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentNote, VIEW_PERMISSIONS } from "../domain/note";
import { searchNotes as search } from "../store/notes";

const MAX_FOUND = 50;
const MAX_SEARCH_LENGTH = 300;

/**
 * The newest notes with all words of a text, of what the person may see. Words are compared whole and without case. None
 * for a text that cannot be searched.
 */
export async function searchNotes(ctx: Ctx, text: string): Promise<ListedNote[]> {
  await requirePermission(ctx, VIEW_PERMISSIONS.payment, { kind: "note", id: "" });
  const words = text.trim();
  if (words === "" || words.length > MAX_SEARCH_LENGTH || !isStorableText(words)) return [];
  const about = NOTE_SUBJECTS.filter((kind) => roleAllows(ctx.actor.role, VIEW_PERMISSIONS[kind]));
  const notes = await search(ctx.pool, { words, about }, MAX_FOUND);
  return notes.map((note) => ({ ...presentNote(note, ctx.actor), transactionId: note.transactionId }));
}
