import { MAX_MENTIONS_OF_HOUR, type NoteSubject } from "@/lib/notes/note-views";
import type { Db } from "@/server/platform/pool";
import { notify } from "../../notifications/store";

const HOUR_MS = 3_600_000;

/**
 * Whether an author may notify that many more people: each gets an e-mail perhaps. Other notes of the author wait until
 * the transaction ends.
 */
export async function mayNotify(
  db: Db,
  author: { userId: string },
  more: number,
  at: Date,
): Promise<boolean> {
  if (more === 0) return true;
  await db.query("select pg_advisory_xact_lock(hashtextextended('mentions ' || $1, 0))", [author.userId]);
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from notification_events
     where at > $2 and event = 'mention' and except_person = $1`,
    [author.userId, new Date(at.getTime() - HOUR_MS)],
  );
  return (rows[0]?.count ?? 0) + more <= MAX_MENTIONS_OF_HOUR;
}

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
