import { z } from "zod";
import { roleAllows } from "@/lib/can";
import type { NoteFilter, NoteListView } from "@/lib/notes/note-views";
import { isStorableText } from "@/lib/text";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentNote, VIEW_PERMISSIONS } from "../domain/note";
import { type NotePosition, searchNotes as search } from "../store/notes";

const PAGE_SIZE = 50;
const MAX_SEARCH_LENGTH = 300;

const cursorSchema = z
  .string()
  .transform((text) => text.split("~"))
  .pipe(z.tuple([z.iso.datetime(), z.uuid()]));

/** Notes on anything, newest first: of what the person may see. Words are compared whole and without case. An invalid cursor means the first page. */
export async function searchNotes(ctx: Ctx, filter: NoteFilter, cursor: string): Promise<NoteListView> {
  await requirePermission(ctx, VIEW_PERMISSIONS.payment, { kind: "note", id: "" });
  const words = filter.text.trim();
  const isTextInvalid = words.length > MAX_SEARCH_LENGTH || !isStorableText(words);
  const notes = await search(
    ctx.pool,
    {
      words: words === "" || isTextInvalid ? null : words,
      mentioned: filter.isMentioned ? ctx.actor.userId : null,
    },
    { after: readCursor(cursor), limit: PAGE_SIZE + 1 },
  );
  const page = notes.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    notes: page
      .filter((note) => roleAllows(ctx.actor.role, VIEW_PERMISSIONS[note.subject.kind]))
      .map((note) => ({ ...presentNote(note, ctx.actor), transactionId: note.transactionId })),
    nextCursor:
      notes.length > PAGE_SIZE && last !== undefined ? `${last.createdAt.toISOString()}~${last.id}` : null,
    isTextInvalid,
  };
}

function readCursor(cursor: string): NotePosition | null {
  const parsed = cursorSchema.safeParse(cursor);
  return parsed.success ? { createdAt: new Date(parsed.data[0]), id: parsed.data[1] } : null;
}
