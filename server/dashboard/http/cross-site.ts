import type { IncomingHttpHeaders } from "node:http";

const SAFE_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/**
 * Whether a request that may change something does not prove to come from the dashboard's own pages (failure 34): its
 * Origin is not ours, or it has none and no browser vouches for it. Next itself lets a request without Origin pass.
 * `ownHost` is the host that people reach the dashboard by.
 */
export function isCrossSite(method: string, headers: IncomingHttpHeaders, ownHost: string): boolean {
  if (SAFE_METHODS.includes(method)) return false;
  if (headers.origin === undefined) return headers["sec-fetch-site"] !== "same-origin";
  return hostOf(headers.origin) !== ownHost.toLowerCase();
}

/** Null for what is no address, `null` included, which a sandboxed frame sends. */
function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
