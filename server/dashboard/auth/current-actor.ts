import { cache } from "react";
import { getRuntime, type Runtime } from "../runtime";
import { findSessionPerson, touchSession } from "../people/store";
import type { Actor } from "./actor";
import { readSessionCookie } from "./session-cookie";

/** How exactly the list of sessions tells when one was last used. */
const TOUCH_EVERY_MS = 60_000;

/**
 * Who is asking, as the database has them now; null when the cookie is absent, forged, or of a session that has ended.
 * Within the rendering of one page it is read once.
 */
export const currentActor: () => Promise<Actor | null> = cache(async () => {
  const runtime = getRuntime();
  const sessionId = await readSessionCookie();
  if (sessionId === null) return null;
  const at = runtime.clock.now();
  const found = await findSessionPerson(runtime.pool, sessionId, at);
  if (found === null) return null;
  const { lastUsedAt, ...actor } = found;
  if (lastUsedAt === null || at.getTime() - lastUsedAt.getTime() > TOUCH_EVERY_MS) {
    await touch(runtime, actor.sessionId, at);
  }
  return actor;
});

/** A note for the person's own eyes: nobody is kept waiting outside because it could not be written. */
async function touch({ pool, logger }: Runtime, sessionId: string, at: Date): Promise<void> {
  await touchSession(pool, sessionId, at).catch((error: unknown) =>
    logger.warn({ err: error }, "the use of a session was not noted"),
  );
}
