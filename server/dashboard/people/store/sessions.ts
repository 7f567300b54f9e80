import type { Role } from "@/lib/can";
import { type Db, prepared } from "@/server/platform/pool";
import { roleOf } from "../../store/role-sql";
import { MAY_SIGN_IN } from "./people";

export type SessionPerson = { userId: string; name: string; email: string; role: Role; sessionId: string };

/** How the person authenticated. */
export type SessionOpening = "password" | "second_factor" | "recovery_code" | "provider";

/** Also deletes the person's expired sessions, so that the table stays small. */
export async function insertSession(
  db: Db,
  session: {
    id: string;
    personId: string;
    createdAt: Date;
    expiresAt: Date;
    device?: string | null;
    /** The hash of the device cookie (0327). */
    deviceHash?: Buffer | null;
    openedBy?: SessionOpening;
  },
): Promise<void> {
  await db.query("delete from sessions where person_id = $1 and expires_at <= $2", [
    session.personId,
    session.createdAt,
  ]);
  await db.query(
    `insert into sessions (id, person_id, created_at, expires_at, last_used_at, device, device_hash, opened_by)
     values ($1, $2, $3, $4, $3, $5, $6, $7)`,
    [
      session.id,
      session.personId,
      session.createdAt,
      session.expiresAt,
      session.device ?? null,
      session.deviceHash ?? null,
      session.openedBy ?? "password",
    ],
  );
}

const FIND_SESSION_PERSON =
  prepared(`select p.id as "userId", p.name, p.email, ${roleOf("p")} as role, s.id as "sessionId", s.last_used_at as "lastUsedAt"
     from sessions s join people p on p.id = s.person_id
     where s.id = $1 and s.expires_at > $2 and p.deactivated_at is null`);

/**
 * A session with its person, as stored now, in one read; null when either has ended, or the person has no role in the
 * account of the connection (failure 35).
 */
export async function findSessionPerson(
  db: Db,
  sessionId: string,
  at: Date,
): Promise<(SessionPerson & { lastUsedAt: Date | null }) | null> {
  const { rows } = await db.query<SessionPerson & { lastUsedAt: Date | null }>({
    ...FIND_SESSION_PERSON,
    values: [sessionId, at],
  });
  return rows[0] ?? null;
}

/** The times of a session that is in use. */
export type SessionTimes = { createdAt: Date; expiresAt: Date; lastUsedAt: Date | null };

export type SignedInPerson = SessionPerson & {
  /** They have no role in the first account: `role` grants nothing there. */
  isOnlyElsewhere: boolean;
};

const FIND_SIGNED_IN_PERSON =
  prepared(`select p.id as "userId", p.name, p.email, ${roleOf("p")} as role, s.id as "sessionId", s.created_at as "createdAt",
       s.expires_at as "expiresAt", s.last_used_at as "lastUsedAt", p.deactivated_at is not null as "isOnlyElsewhere"
     from sessions s join people p on p.id = s.person_id
     where s.id = $1 and s.expires_at > $2 and ${MAY_SIGN_IN}`);

/** Like {@link findSessionPerson}, for a connection of the first account: also a person with a role in others alone. */
export async function findSignedInPerson(
  db: Db,
  sessionId: string,
  at: Date,
): Promise<(SignedInPerson & SessionTimes) | null> {
  const { rows } = await db.query<SignedInPerson & SessionTimes>({
    ...FIND_SIGNED_IN_PERSON,
    values: [sessionId, at],
  });
  return rows[0] ?? null;
}

const TOUCH_SESSION = prepared(
  "update sessions set last_used_at = $2, expires_at = greatest(expires_at, $3) where id = $1",
);

/** Records that the session is in use, and when it ends. No request shortens what another one has extended. */
export async function touchSession(
  db: Db,
  sessionId: string,
  { at, expiresAt }: { at: Date; expiresAt: Date },
): Promise<void> {
  await db.query({ ...TOUCH_SESSION, values: [sessionId, at, expiresAt] });
}

export type ListedSession = {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  device: string | null;
  deviceHash: Buffer | null;
  openedBy: SessionOpening;
};

/** A person's valid sessions, last used first. */
export async function listSessions(db: Db, personId: string, at: Date): Promise<ListedSession[]> {
  const { rows } = await db.query<ListedSession>(
    `select id, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt", device,
       device_hash as "deviceHash", opened_by as "openedBy"
     from sessions where person_id = $1 and expires_at > $2
     order by coalesce(last_used_at, created_at) desc, id limit 100`,
    [personId, at],
  );
  return rows;
}

/** When a person last used a session, ended by time or not; null when none is stored. */
export async function findLastUse(db: Db, personId: string): Promise<Date | null> {
  const { rows } = await db.query<{ lastUsedAt: Date | null }>(
    `select max(coalesce(last_used_at, created_at)) as "lastUsedAt" from sessions where person_id = $1`,
    [personId],
  );
  return rows[0]?.lastUsedAt ?? null;
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

/** Ends one session of a person, all of them, or all but one; returns the device of each that was ended. */
export async function deleteSessionsOf(
  db: Db,
  personId: string,
  which: { only: string } | { but: string } | "all",
): Promise<(Buffer | null)[]> {
  const only = which !== "all" && "only" in which ? which.only : null;
  const but = which !== "all" && "but" in which ? which.but : null;
  const { rows } = await db.query<{ deviceHash: Buffer | null }>(
    `delete from sessions where person_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)
     returning device_hash as "deviceHash"`,
    [personId, only, but],
  );
  return rows.map(({ deviceHash }) => deviceHash);
}
