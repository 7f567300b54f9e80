import type { MentionView } from "@/lib/notes/note-views";
import type { Db } from "@/server/platform/pool";

/** Active people who have signed in before, by name: everyone who can read a note. */
export async function listMentionable(db: Db): Promise<MentionView[]> {
  const { rows } = await db.query<MentionView>(
    `select id as "personId", name from people
     where deactivated_at is null and activated_at is not null order by lower(name), id`,
  );
  return rows;
}

/** Of these people the active ones. */
export async function findMentionable(db: Db, ids: readonly string[]): Promise<MentionView[]> {
  const { rows } = await db.query<MentionView>(
    `select id as "personId", name from people
     where id = any($1::uuid[]) and deactivated_at is null and activated_at is not null order by lower(name), id`,
    [ids],
  );
  return rows;
}
