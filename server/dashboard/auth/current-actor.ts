import { cache } from "react";
import { getRuntime, type Runtime } from "../runtime";
import { findSignedInPerson, type SignedInPerson, touchSession } from "../people/store";
import { readSessionCookie } from "./session-cookie";

/** The precision of "last used" in the list of sessions. */
const TOUCH_EVERY_MS = 60_000;

/**
 * The person who sends the request, as stored now; null when the cookie is absent, forged, or of an ended session. Read
 * once per rendering of a page. Their role is that of the first account, if they have one there.
 */
export const currentActor: () => Promise<SignedInPerson | null> = cache(async () => {
  const runtime = getRuntime();
  const sessionId = await readSessionCookie();
  if (sessionId === null) return null;
  const at = runtime.clock.now();
  const found = await findSignedInPerson(runtime.pool, sessionId, at);
  if (found === null) return null;
  const { lastUsedAt, ...actor } = found;
  if (lastUsedAt === null || at.getTime() - lastUsedAt.getTime() > TOUCH_EVERY_MS) {
    await touch(runtime, actor.sessionId, at);
  }
  return actor;
});

/** Only information for the person: a failed write must not block the request. */
async function touch({ pool, logger }: Runtime, sessionId: string, at: Date): Promise<void> {
  await touchSession(pool, sessionId, at).catch((error: unknown) =>
    logger.warn({ err: error }, "the use of a session was not noted"),
  );
}
