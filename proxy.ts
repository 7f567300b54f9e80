import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { NONCE_HEADER, paths, REQUESTED_PATH_HEADER } from "@/lib/paths";

/** next-auth's cookie, by the scheme of the address. */
const SESSION_COOKIES = ["next-auth.session-token", "__Secure-next-auth.session-token"];

/** Pages for people who are not signed in; what is under `/api` answers 401 itself. */
const OPEN = [paths.login(), "/invitation", "/api"];

/**
 * Sends people without a session cookie to sign in, and puts the security headers on every page. A convenience, never the
 * guard: whether a session holds, and what it allows, is decided by every query and command.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const isOpen = OPEN.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  const hasSession = SESSION_COOKIES.some((name) => request.cookies.has(name));
  // A server action is no page: it answers "signed out" itself, and a redirect would read as a lost answer.
  const isPage = request.method === "GET" || request.method === "HEAD";
  if (isPage && !isOpen && !hasSession) {
    const from = pathname === "/" ? undefined : `${pathname}${search}`;
    return withHeaders(NextResponse.redirect(new URL(paths.login(from), request.url)));
  }

  // Next reads the nonce from this header of the request and gives it to its own scripts.
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set(REQUESTED_PATH_HEADER, `${pathname}${search}`);
  headers.set("content-security-policy", policy);
  headers.set(NONCE_HEADER, nonce);
  const response = withHeaders(NextResponse.next({ request: { headers } }));
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = { matcher: ["/((?!_next/static|icon.svg|favicon.ico).*)"] };

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

function withHeaders(response: NextResponse): NextResponse {
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("x-frame-options", "DENY");
  response.headers.set("referrer-policy", "same-origin");
  response.headers.set("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  response.headers.set("cross-origin-resource-policy", "same-origin");
  return response;
}
