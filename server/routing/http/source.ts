import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { type AddressRange, isWithin } from "@/server/platform/address-range";

const IPV6_NETWORK_BITS = 64;

/**
 * The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address, which is one customer's.
 * `X-Forwarded-For` is read only behind `ROUTING_TRUSTED_PROXIES`; otherwise it is the sender's own claim.
 */
export function sourceOf(request: Pick<FastifyRequest, "ip">): string {
  if (!ipaddr.isValid(request.ip)) return "unknown";
  const address = ipaddr.process(request.ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_NETWORK_BITS}`).toString();
}

/** Whether the `X-Forwarded-For` sent from this address is trusted. */
export function isTrustedProxy(address: string, trusted: readonly AddressRange[]): boolean {
  return ipaddr.isValid(address) && trusted.some((range) => isWithin(ipaddr.process(address), range));
}
