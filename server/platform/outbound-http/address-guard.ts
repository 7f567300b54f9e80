import ipaddr from "ipaddr.js";
import { type Address, type AddressRange, isWithin } from "@/server/platform/address-range";

/** `allowed`: a private address that operators allow. */
export type AddressVerdict = "public" | "allowed" | "refused";
export type AddressGuard = (address: string) => AddressVerdict;

/**
 * Metadata addresses of cloud providers, which return credentials too. They are refused even inside a range that
 * operators allow: 168.63.129.16 (Azure) seems public, and the others lie in ranges that an operator may allow.
 */
const CLOUD_METADATA: readonly AddressRange[] = [
  "169.254.0.0/16",
  "168.63.129.16/32",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "fd00:ec2::/32",
  "fd20:ce::254/128",
].map((text) => ipaddr.parseCIDR(text));

/** The public IPv6 internet; everything outside is reserved or unassigned. */
const GLOBAL_IPV6: AddressRange = ipaddr.parseCIDR("2000::/3");

/**
 * Checks the addresses that requests really go to (failure 29). Everything that is not plainly a public address is
 * refused: private, loopback, link-local, shared (CGNAT), multicast, reserved, and the IPv6 transition forms that could
 * contain one of them.
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

/** Checks an IPv4 address inside an IPv6 one as IPv4: mapped addresses, and those of NAT64's well-known prefix. */
function unwrap(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const isNat64 = isWithin(address, NAT64);
  return isNat64 ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : address;
}

const NAT64: AddressRange = ipaddr.parseCIDR("64:ff9b::/96");
