import type { ServerResponse } from "node:http";

/** Every response has these, whatever creates it. The page sets the script policy: it names a nonce (`proxy.ts`). */
const ALWAYS: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** The policy of responses that are no pages: opened in a tab anyway, they load and run nothing. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** One year. For this host alone: what else its domain serves is not known here. */
const HTTPS_ONLY = "max-age=31536000";

/** `isHttps`: the dashboard is reached by https, and browsers must use nothing else. */
export function setSecurityHeaders(response: ServerResponse, path: string, isHttps: boolean): void {
  for (const [name, value] of Object.entries(ALWAYS)) response.setHeader(name, value);
  if (isHttps) response.setHeader("strict-transport-security", HTTPS_ONLY);
  if (!path.startsWith("/api/")) return;
  response.setHeader("content-security-policy", NO_PAGE);
  // Where a handler says nothing else, as next-auth in some answers.
  response.setHeader("cache-control", "no-store");
}
