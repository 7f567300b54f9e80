import { cookies, headers } from "next/headers";
import { getRuntime } from "../runtime";
import { decryptSession, encryptSession, sessionCookieName } from "./session-token";
import { CHALLENGE_MS, SESSION_SECONDS } from "./sign-in";

const CHALLENGE_COOKIE = "sign-in-challenge";

/** Hands the browser the cookie that next-auth reads: the very one it writes itself for its own providers. */
export async function writeSessionCookie(session: { userId: string; sessionId: string }): Promise<void> {
  const isSecure = await isOverTls();
  const secret = getRuntime().settings.sessionSecret;
  const value = await encryptSession(session, { secret, maxAge: SESSION_SECONDS });
  (await cookies()).set(sessionCookieName(isSecure), value, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isSecure,
    maxAge: SESSION_SECONDS,
  });
}

/**
 * The id of the session that the browser's cookie names; null where there is no cookie, or a forged or outlived one. Only
 * read: next-auth's own `getServerSession` also writes a new cookie, which costs more than the reading and goes nowhere.
 */
export async function readSessionCookie(): Promise<string | null> {
  const name = sessionCookieName(await isOverTls());
  const [cookie, ...others] = (await cookies()).getAll().filter((one) => one.name.startsWith(name));
  // next-auth, which signs people out, would put several together: what it cannot read is no session here either.
  if (cookie?.name !== name || others.length > 0) return null;
  return decryptSession(cookie.value, getRuntime().settings.sessionSecret);
}

/** Between the password and the code: worth nothing by itself. */
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

/** As `http/front.ts` has told it: nobody else can. */
async function isOverTls(): Promise<boolean> {
  return (await headers()).get("x-forwarded-proto") === "https";
}
