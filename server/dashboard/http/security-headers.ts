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

export function setSecurityHeaders(response: ServerResponse, path: string): void {
  for (const [name, value] of Object.entries(ALWAYS)) response.setHeader(name, value);
  if (path.startsWith("/api/")) response.setHeader("content-security-policy", NO_PAGE);
}
