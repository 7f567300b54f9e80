import { decode, encode } from "next-auth/jwt";
import { z } from "zod";

const SESSION_COOKIE = "next-auth.session-token";

export function sessionCookieName(isSecure: boolean): string {
  return `${isSecure ? "__Secure-" : ""}${SESSION_COOKIE}`;
}

const tokenSchema = z.object({ sessionId: z.uuid() });

/** The value of the cookie that next-auth reads: encrypted, so that it cannot be forged. */
export function encryptSession(
  session: { userId: string; sessionId: string },
  { secret, maxAge }: { secret: string; maxAge: number },
): Promise<string> {
  return encode({ token: { sub: session.userId, sessionId: session.sessionId }, secret, maxAge });
}

/** The session's id; null for a forged or expired value. The database decides whether the session still exists. */
export async function decryptSession(value: string, secret: string): Promise<string | null> {
  const claims = await decode({ token: value, secret }).catch(() => null);
  return tokenSchema.safeParse(claims).data?.sessionId ?? null;
}
