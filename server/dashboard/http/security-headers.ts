import type { ServerResponse } from "node:http";

/** On every answer, whoever gives it. The policy of scripts is the page's own: it names a nonce (`proxy.ts`). */
const ALWAYS: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** For what is no page: opened in a tab all the same, it loads nothing and runs nothing. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** One year. Of this host alone: what else its domain serves is not known here. */
const HTTPS_ONLY = "max-age=31536000";

/** `isHttps`: people reach the dashboard by https, and their browsers are to use nothing else. */
export function setSecurityHeaders(response: ServerResponse, path: string, isHttps: boolean): void {
  for (const [name, value] of Object.entries(ALWAYS)) response.setHeader(name, value);
  if (isHttps) response.setHeader("strict-transport-security", HTTPS_ONLY);
  if (path.startsWith("/api/")) response.setHeader("content-security-policy", NO_PAGE);
}
