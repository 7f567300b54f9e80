import type { MentionView } from "@/lib/notes/note-views";
import { type Permission, type Role, roleAllows } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import { roleOf } from "../../store/role-sql";

/**
 * Active people who have signed in before and whose role allows `view`, by name: everyone who can read such a note.
 * `ids`: of these people.
 */
export async function listMentionable(
  db: Db,
  { view, ids = null }: { view: Permission; ids?: readonly string[] | null },
): Promise<MentionView[]> {
  const { rows } = await db.query<MentionView & { role: Role }>(
    `select id as "personId", name, ${roleOf("people")} as role from people
     where deactivated_at is null and activated_at is not null and ($1::uuid[] is null or id = any($1))
     order by lower(name), id`,
    [ids],
  );
  return rows.filter(({ role }) => roleAllows(role, view)).map(({ personId, name }) => ({ personId, name }));
}
