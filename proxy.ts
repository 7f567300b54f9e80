import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { IS_DEVELOPMENT } from "@/app/env";
import { ACCOUNT_HEADER, withAccount } from "@/lib/accounts/address";
import { paths, REQUESTED_PATH_HEADER, STATUS_PATH } from "@/lib/paths";

/** next-auth's cookie, for http and for https. */
const SESSION_COOKIES = ["next-auth.session-token", "__Secure-next-auth.session-token"];

/** Pages for people who are not signed in. */
const OPEN = [
  paths.login(),
  STATUS_PATH,
  "/invitation",
  "/unsubscribe",
  ...(IS_DEVELOPMENT ? ["/dev/components"] : []),
];

/**
 * Redirects people without a session cookie to sign-in, and sets the Content-Security-Policy of every page. A
 * convenience, never the guard: every query and command checks the session and its permissions. `/api` is excluded,
 * because browsers poll it: it returns 401 itself and has no scripts.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const account = request.headers.get(ACCOUNT_HEADER);
  const asked = withAccount(account, pathname === "/" ? paths.payments() : `${pathname}${search}`);
  const isOpen = OPEN.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  const hasSession = SESSION_COOKIES.some((name) => request.cookies.has(name));
  // A server action is not a page: it returns "signed out" itself, and a redirect would look like a lost response.
  const isPage = request.method === "GET" || request.method === "HEAD";
  if (isPage && !isOpen && !hasSession) {
    const from = pathname === "/" && account === null ? undefined : asked;
    // Stored, it would lead a person who goes back after signing in to sign-in again.
    const headers = { "cache-control": "no-store" };
    return NextResponse.redirect(new URL(paths.login(from), request.url), { headers });
  }

  // Next.js reads the nonce from this request header and adds it to its own scripts.
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set(REQUESTED_PATH_HEADER, asked);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/**
 * Next.js reads this at build time, so the files of `public/` are listed here; `e2e/public-files.pages.test.ts` checks that
 * the list is complete.
 */
export const config = {
  matcher: [
    "/((?!api/|_next/static/|(?:favicon\\.ico|icon\\.svg|icon-192\\.png|icon-512\\.png|apple-touch-icon\\.png|manifest\\.webmanifest|robots\\.txt)$).*)",
  ],
};

function contentSecurityPolicy(nonce: string): string {
  // React in development rebuilds the server's stack traces with eval.
  const forDevelopment = IS_DEVELOPMENT ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${forDevelopment}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
