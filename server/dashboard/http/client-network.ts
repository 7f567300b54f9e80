import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

const IPV4_BITS = 24;
const IPV6_BITS = 48;

/**
 * The network that a request comes from, in CIDR notation. Behind a proxy that is the last address in the one header
 * that the operator has configured; no other header is trusted, and without a valid address the connection's is used.
 */
export function clientNetwork(request: IncomingMessage, addressHeader: string | null): string {
  const header = addressHeader === null ? undefined : request.headers[addressHeader];
  const last = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",").at(-1)?.trim() ?? "";
  return networkOf(withoutPort(last)) ?? networkOf(request.socket.remoteAddress ?? "") ?? "unknown";
}

/** Some proxies add the port: `203.0.113.7:51234`, `[2001:db8::1]:443`. An IPv6 address without brackets has none. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}

/** Null when it is no address. A sender with one address of a network usually has all of them. */
export function networkOf(text: string): string | null {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  const bits = address.kind() === "ipv4" ? IPV4_BITS : IPV6_BITS;
  const Kind = address instanceof ipaddr.IPv6 ? ipaddr.IPv6 : ipaddr.IPv4;
  const withoutZone = address.toNormalizedString().split("%", 1)[0] ?? "";
  return `${Kind.networkAddressFromCIDR(`${withoutZone}/${String(bits)}`).toString()}/${String(bits)}`;
}
