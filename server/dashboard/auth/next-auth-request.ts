const CALLBACK_COOKIES: readonly string[] = ["next-auth.callback-url", "__Secure-next-auth.callback-url"];

export type NextAuthRequest = {
  method: string;
  /** The path segments after `/api/auth/`. */
  segments: readonly string[];
  /** The base of relative URLs. */
  origin: string;
  contentType: string | null;
  callbackUrls: readonly (string | null | undefined)[];
};

export const isCallbackCookie = (name: string): boolean => CALLBACK_COOKIES.includes(name);

/** The status for a request that next-auth would answer with 500, or log for its sender; null for all others. */
export function faultOfNextAuthRequest(request: NextAuthRequest): 400 | 404 | 405 | 415 | null {
  const { method, segments, contentType } = request;
  // `_log` lets anyone write into our log.
  if (segments[0] === "_log") return 404;
  if (segments.join("/") === "callback/credentials" && method !== "POST") return 405;
  // Its forms are not JSON.
  if (method === "POST" && contentType?.includes("application/json") === true) return 415;
  return request.callbackUrls.some((url) => url && !isAddress(url, request.origin)) ? 400 : null;
}

function isAddress(url: string, origin: string): boolean {
  if (!URL.canParse(url, url.startsWith("/") ? origin : undefined)) return false;
  return /^https?:$/.test(new URL(url, origin).protocol);
}
