import ipaddr from "ipaddr.js";
import { type Address, type AddressRange, isWithin } from "@/server/platform/address-range";

/** `allowed`: inside, and named in WEBHOOK_PRIVATE_ADDRESSES_ALLOWED. */
export type AddressVerdict = "public" | "allowed" | "refused";
export type AddressGuard = (address: string) => AddressVerdict;

/**
 * Addresses at which cloud providers answer a machine about itself, credentials included. They are refused even inside a
 * range that operators allow: 168.63.129.16 (Azure) looks public, and the others lie in ranges that somebody may allow.
 */
const CLOUD_METADATA: readonly AddressRange[] = [
  "169.254.0.0/16",
  "168.63.129.16/32",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "fd00:ec2::/32",
  "fd20:ce::254/128",
].map((text) => ipaddr.parseCIDR(text));

/** Addresses of the internet at large; what lies outside is reserved, or nobody's yet. */
const GLOBAL_IPV6: AddressRange = ipaddr.parseCIDR("2000::/3");

/**
 * Judges the addresses that requests really go to (failure 29). Whatever is not plainly an address of the internet is
 * refused: private, loopback, link-local, shared (CGNAT), multicast, reserved, and the transition forms of IPv6 that could
 * carry one of them.
 */
export function createAddressGuard(allowed: readonly AddressRange[]): AddressGuard {
  return (text) => {
    if (!ipaddr.isValid(text)) return "refused";
    const address = unwrap(ipaddr.parse(text));
    if (CLOUD_METADATA.some((range) => isWithin(address, range))) return "refused";
    if (allowed.some((range) => isWithin(address, range))) return "allowed";
    return isPublic(address) ? "public" : "refused";
  };
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || isWithin(address, GLOBAL_IPV6);
}

/** IPv4 in IPv6's clothes is judged as what it is: mapped addresses, and those of NAT64's well-known prefix. */
function unwrap(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const isNat64 = isWithin(address, NAT64);
  return isNat64 ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;
}

const NAT64: AddressRange = ipaddr.parseCIDR("64:ff9b::/96");
