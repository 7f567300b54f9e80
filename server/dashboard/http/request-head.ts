import type { IncomingMessage } from "node:http";
import { hasTooManyParameters, MAX_PARAMETERS } from "@/server/platform/query-parameters";

/** A request that is refused because of its request line or headers. `allow`: the allowed methods. */
type HeadFault = { status: 400 | 405; text: string; allow?: string };

/** All methods of pages, actions and handlers; for another method Next would answer 500. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** `.` and `..` in every notation. Browsers resolve them and send no fragment; Next resolves and drops such input. */
const NOT_AS_ANSWERED = /\/(\.|%2e){1,2}(\/|$)|#/i;

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?$/i;

/**
 * Why a request must not reach what is behind the front; null when it may. Next redirects to the host of a target in
 * absolute form, and next-auth builds its URLs from the `Host` header: both are checked before.
 */
export function faultOfHead(
  request: Pick<IncomingMessage, "method" | "url" | "rawHeaders">,
): HeadFault | null {
  if (!METHODS.includes(request.method ?? "")) {
    return { status: 405, text: "This method is not answered here.", allow: METHODS.join(", ") };
  }
  if (request.url?.startsWith("/") !== true) {
    return { status: 400, text: "The address must be a path that begins with a slash." };
  }
  // A check by path must see the path that Next will answer.
  if (NOT_AS_ANSWERED.test(request.url.split("?", 1)[0] ?? "")) {
    return { status: 400, text: "The address must be written without dot segments and fragments." };
  }
  if (hasTooManyParameters(request.url)) {
    return { status: 400, text: `The address has more than ${MAX_PARAMETERS} parameters.` };
  }
  const hosts = hostsOf(request.rawHeaders);
  if (hosts.length > 1) return { status: 400, text: "This request names more than one host." };
  const [host = ""] = hosts;
  if (host !== "" && !isHost(host))
    return { status: 400, text: "The Host header of this request is not a host." };
  return null;
}

function hostsOf(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
}

function isHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}`);
}
