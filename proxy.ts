import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { NONCE_HEADER, paths, REQUESTED_PATH_HEADER } from "@/lib/paths";

/** next-auth's cookie, by the scheme of the address. */
const SESSION_COOKIES = ["next-auth.session-token", "__Secure-next-auth.session-token"];

/** Pages for people who are not signed in. */
const OPEN = [paths.login(), "/invitation"];

/**
 * Sends people without a session cookie to sign in, and gives every page its policy of scripts. A convenience, never the
 * guard: whether a session holds, and what it allows, is decided by every query and command. What is under `/api` answers
 * 401 itself and has no scripts, so it is spared this: it is what browsers ask for all the time.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const isOpen = OPEN.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  const hasSession = SESSION_COOKIES.some((name) => request.cookies.has(name));
  // A server action is no page: it answers "signed out" itself, and a redirect would read as a lost answer.
  const isPage = request.method === "GET" || request.method === "HEAD";
  if (isPage && !isOpen && !hasSession) {
    const from = pathname === "/" ? undefined : `${pathname}${search}`;
    return NextResponse.redirect(new URL(paths.login(from), request.url));
  }

  // Next reads the nonce from this header of the request and gives it to its own scripts.
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set(REQUESTED_PATH_HEADER, `${pathname}${search}`);
  headers.set("content-security-policy", policy);
  headers.set(NONCE_HEADER, nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** Next reads this at build time, so the files of `public/` are listed here; `e2e/public-files.spec.ts` checks that none is missing. */
export const config = {
  matcher: [
    "/((?!api/|_next/static/|(?:favicon\\.ico|icon\\.svg|icon-192\\.png|icon-512\\.png|apple-touch-icon\\.png|manifest\\.webmanifest|robots\\.txt)$).*)",
  ],
};

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
