import type { IncomingHttpHeaders } from "node:http";

const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/**
 * Whether a request that may change something does not prove to come from the dashboard's own pages (failure 34): its
 * Origin is not ours, or it has none and no browser vouches for it. Next itself lets a request without Origin pass, and
 * compares hosts alone. `ownOrigin` is the address that people reach the dashboard by, its scheme included.
 */
export function isCrossSite(method: string, headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  if (SAFE_METHODS.includes(method)) return false;
  if (headers.origin === undefined) return headers["sec-fetch-site"] !== "same-origin";
  return originOf(headers.origin) !== ownOrigin;
}

/** Whether an Origin is ours but for its scheme: a proxy that ends TLS, whose address was not configured. */
export function differsByScheme(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const origin = headers.origin === undefined ? null : originOf(headers.origin);
  return origin !== null && origin !== ownOrigin && new URL(origin).host === new URL(ownOrigin).host;
}

/** Null for what is no address, `null` included, which a sandboxed frame sends. */
function originOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).origin : null;
}
