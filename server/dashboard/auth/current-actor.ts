import { headers } from "next/headers";
import { cache } from "react";
import { REQUESTED_PATH_HEADER } from "@/lib/paths";
import { getRuntime } from "../runtime";
import { findSignedInPerson, type SignedInPerson } from "../people/store";
import { noteUse } from "./note-use";
import { readSessionCookie } from "./session-cookie";

/**
 * The person who sends the request, as stored now; null when the cookie is absent, forged, or of an ended session. Read
 * once per rendering of a page. Their role is that of the first account, if they have one there.
 */
export const currentActor: () => Promise<SignedInPerson | null> = cache(async () => {
  const { pool, clock, logger } = getRuntime();
  const sessionId = await readSessionCookie();
  if (sessionId === null) return null;
  const at = clock.now();
  const found = await findSignedInPerson(pool, sessionId, at);
  if (found === null) return null;
  const { createdAt, expiresAt, lastUsedAt, ...actor } = found;
  // `proxy.ts` sets it on pages and actions; the browser's reads go to /api past it.
  const isWork = (await headers()).has(REQUESTED_PATH_HEADER);
  // A failed write must not block the request.
  await noteUse(pool, { sessionId, createdAt, expiresAt, lastUsedAt }, { at, isWork }).catch(
    (error: unknown) => logger.warn({ err: error }, "the use of a session was not noted"),
  );
  return actor;
});
