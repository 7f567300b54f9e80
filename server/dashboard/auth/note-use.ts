import type { Db } from "@/server/platform/pool";
import { type SessionTimes, touchSession } from "../people/store";
import { sessionEnd } from "./open-session";

/** The precision of "last used" in the list of sessions, and of the end of a session. */
const PRECISION_MS = 60_000;

/**
 * Notes that a session is used. It is extended while its person works: opens pages or changes something. The polls of a
 * page that nobody looks at extend nothing.
 */
export async function noteUse(
  db: Db,
  session: SessionTimes & { sessionId: string },
  { at, isWork }: { at: Date; isWork: boolean },
): Promise<void> {
  const { sessionId, createdAt, lastUsedAt } = session;
  const expiresAt = isWork ? sessionEnd(createdAt, at) : session.expiresAt;
  const isNoted = lastUsedAt !== null && at.getTime() - lastUsedAt.getTime() <= PRECISION_MS;
  if (isNoted && expiresAt.getTime() - session.expiresAt.getTime() <= PRECISION_MS) return;
  await touchSession(db, sessionId, { at, expiresAt });
}
