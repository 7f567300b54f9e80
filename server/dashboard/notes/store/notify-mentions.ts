import type { NoteSubject } from "@/lib/notes/note-views";
import type { Db } from "@/server/platform/pool";
import { notify } from "../../notifications/store";

/** Notifies people that a note names, in the transaction that stores it; each of them once for a note. */
export async function notifyMentioned(
  db: Db,
  note: { id: string; subject: NoteSubject; at: Date },
  people: readonly string[],
  author: { userId: string; name: string },
): Promise<void> {
  // One event for each person: an edit that names somebody else notifies only that person.
  for (const personId of people) {
    await notify(db, {
      event: "mention",
      detail: { noteId: note.id, subject: note.subject, by: author.name },
      at: note.at,
      to: { people: [personId] },
      except: author.userId,
      dedupeKey: `mention:${note.id}:${personId}`,
    });
  }
}
