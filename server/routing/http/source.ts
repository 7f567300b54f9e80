import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { type AddressRange, isWithin } from "@/server/platform/address-range";

const IPV6_NETWORK_BITS = 64;

/**
 * The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address, which is one customer's. Behind a
 * proxy it is what `ROUTING_TRUSTED_PROXIES` tells; otherwise `X-Forwarded-For` is the sender's own claim and is not read.
 */
export function sourceOf(request: Pick<FastifyRequest, "ip">): string {
  if (!ipaddr.isValid(request.ip)) return "unknown";
  const address = ipaddr.process(request.ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_NETWORK_BITS}`).toString();
}

/** Whether the `X-Forwarded-For` of whoever has this address is read. */
export function isTrustedProxy(address: string, trusted: readonly AddressRange[]): boolean {
  return ipaddr.isValid(address) && trusted.some((range) => isWithin(ipaddr.process(address), range));
}
