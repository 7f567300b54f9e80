import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** `hidden`: the response must not reveal that there are metrics. `token_needed`: they are there for a bearer token. */
type MetricsAccess = "allowed" | "hidden" | "token_needed";

/**
 * Who may read the metrics of a process. With a token: requests with `Authorization: Bearer …`. Without one: only this
 * machine and not through a proxy, because strangers must not learn the volume of business. The host must then be an
 * address or `localhost`: a web page that lets its own name resolve to this machine could read the metrics in the
 * operator's browser.
 */
export function metricsAccess(
  { headers, socket }: Pick<IncomingMessage, "headers"> & { socket: { remoteAddress?: string | undefined } },
  token: string | null,
): MetricsAccess {
  if (token !== null) return sendsToken(headers.authorization, token) ? "allowed" : "token_needed";
  const isForwarded = MARKS_OF_PROXIES.some((name) => headers[name] !== undefined);
  const isFromHere = !isForwarded && THIS_MACHINE.includes(socket.remoteAddress ?? "");
  return isFromHere && isOwnHost(headers.host ?? "") ? "allowed" : "hidden";
}

const THIS_MACHINE: readonly string[] = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];

/** A proxy that sets none of them seems to be this machine: behind such a proxy, use a token. */
const MARKS_OF_PROXIES = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

/** No name of the DNS: an IPv4 address, an IPv6 address in brackets, or `localhost`; with or without a port. */
const OWN_HOST = /^(localhost|[0-9.]+|\[[0-9a-f:.]+\])(:[0-9]+)?$/i;

function isOwnHost(host: string): boolean {
  return OWN_HOST.test(host);
}

/** Digests have equal length, so the comparison takes the same time for every token. */
function sendsToken(sent: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(sent ?? ""), digest(`Bearer ${token}`));
}
