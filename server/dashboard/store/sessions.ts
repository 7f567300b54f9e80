import type { Role } from "@/lib/can";
import type { Db } from "@/server/platform/pool";

export type SessionPerson = { userId: string; name: string; email: string; role: Role; sessionId: string };

/** Also clears the person's sessions that have run out, so that the table stays small. */
export async function insertSession(
  db: Db,
  session: { id: string; personId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.query("delete from sessions where person_id = $1 and expires_at <= $2", [
    session.personId,
    session.createdAt,
  ]);
  await db.query("insert into sessions (id, person_id, created_at, expires_at) values ($1, $2, $3, $4)", [
    session.id,
    session.personId,
    session.createdAt,
    session.expiresAt,
  ]);
}

/** The session and its person in one look, as they are now; null when either has ended (failure 35). */
export async function findSessionPerson(db: Db, sessionId: string, at: Date): Promise<SessionPerson | null> {
  const { rows } = await db.query<SessionPerson>(
    `select p.id as "userId", p.name, p.email, p.role, s.id as "sessionId"
     from sessions s join people p on p.id = s.person_id
     where s.id = $1 and s.expires_at > $2 and p.deactivated_at is null`,
    [sessionId, at],
  );
  return rows[0] ?? null;
}

/** Returns whose session it was; null when it had ended already. */
export async function deleteSession(
  db: Db,
  sessionId: string,
): Promise<{ userId: string; email: string } | null> {
  const { rows } = await db.query<{ userId: string; email: string }>(
    `delete from sessions s using people p where s.id = $1 and p.id = s.person_id
     returning p.id as "userId", p.email`,
    [sessionId],
  );
  return rows[0] ?? null;
}
