import { cookies } from "next/headers";
import { getRuntime } from "../runtime";
import { isOverTls } from "./is-over-tls";
import { decryptSession, encryptSession, sessionCookieName } from "./session-token";
import { CHALLENGE_MS, SESSION_LIMIT_SECONDS } from "./sign-in";

const CHALLENGE_COOKIE = "sign-in-challenge";

/** Sets the cookie that next-auth reads: the same that it writes for its own providers. The session may end before it. */
export async function writeSessionCookie(session: { userId: string; sessionId: string }): Promise<void> {
  const isSecure = await isOverTls();
  const secret = getRuntime().settings.sessionSecret;
  const value = await encryptSession(session, { secret, maxAge: SESSION_LIMIT_SECONDS });
  (await cookies()).set(sessionCookieName(isSecure), value, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isSecure,
    maxAge: SESSION_LIMIT_SECONDS,
  });
}

/**
 * The session id in the browser's cookie; null when the cookie is absent, forged or expired. Only reads: next-auth's
 * `getServerSession` also writes a new cookie, which costs more and is discarded.
 */
export async function readSessionCookie(): Promise<string | null> {
  const name = sessionCookieName(await isOverTls());
  const [cookie, ...others] = (await cookies()).getAll().filter((one) => one.name.startsWith(name));
  // next-auth, which signs people out, joins several cookies: one that it cannot read is no session here either.
  if (cookie?.name !== name || others.length > 0) return null;
  return decryptSession(cookie.value, getRuntime().settings.sessionSecret);
}

/** The challenge is kept between password and code; it is of no use without the code. */
export async function writeChallengeCookie(token: string): Promise<void> {
  const isSecure = await isOverTls();
  (await cookies()).set(CHALLENGE_COOKIE, token, {
    httpOnly: true,
    sameSite: "strict",
    path: "/login",
    secure: isSecure,
    maxAge: CHALLENGE_MS / 1000,
  });
}

export async function readChallengeCookie(): Promise<string | null> {
  return (await cookies()).get(CHALLENGE_COOKIE)?.value ?? null;
}

export async function deleteChallengeCookie(): Promise<void> {
  (await cookies()).delete({ name: CHALLENGE_COOKIE, path: "/login" });
}
