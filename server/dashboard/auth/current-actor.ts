import { getServerSession } from "next-auth";
import { cache } from "react";
import { z } from "zod";
import { getRuntime } from "../runtime";
import { findSessionPerson } from "../store/sessions";
import type { Actor } from "./actor";
import { authOptions } from "./options";

const sessionIdSchema = z.uuid();

/**
 * Who is asking, as the database has them now; null when the cookie is absent, forged, or of a session that has ended.
 * Within the rendering of one page it is read once.
 */
export const currentActor: () => Promise<Actor | null> = cache(async () => {
  const runtime = getRuntime();
  const options = authOptions(runtime);
  const session = await getServerSession({
    ...options,
    callbacks: {
      ...options.callbacks,
      session: ({ session: { expires }, token }) => ({
        expires,
        ...(token.sessionId === undefined ? {} : { sessionId: token.sessionId }),
      }),
    },
  });
  const sessionId = sessionIdSchema.safeParse(session?.sessionId);
  if (!sessionId.success) return null;
  return findSessionPerson(runtime.pool, sessionId.data, runtime.clock.now());
});
