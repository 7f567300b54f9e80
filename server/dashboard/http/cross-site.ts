import type { IncomingHttpHeaders } from "node:http";

const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/**
 * Whether a request that may change something does not prove to come from the dashboard's own pages (failure 34): its
 * Origin is not ours, or is missing and no `Sec-Fetch-Site` replaces it. Next itself accepts a request without Origin,
 * and compares only hosts. `ownOrigin` is the dashboard's public origin, scheme included.
 */
export function isCrossSite(method: string, headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  if (SAFE_METHODS.includes(method)) return false;
  if (headers.origin === undefined) return headers["sec-fetch-site"] !== "same-origin";
  return originOf(headers.origin) !== ownOrigin;
}

/** Whether only the scheme of an Origin differs from ours: a proxy terminates TLS and no public URL is configured. */
export function differsByScheme(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const origin = headers.origin === undefined ? null : originOf(headers.origin);
  return origin !== null && origin !== ownOrigin && new URL(origin).host === new URL(ownOrigin).host;
}

/** Null when it is no origin, including the `null` that a sandboxed frame sends. */
function originOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).origin : null;
}
