import { isIP } from "node:net";
import { err, ok, type Result } from "@/lib/result";
import { isPortWithin, type PortRange } from "@/server/platform/port-range";
import type { AddressGuard } from "./address-guard";
import { isLocalName, LOOPBACK } from "./resolve";

const MAX_LENGTH = 2_048;

/**
 * Checks a webhook address by its text alone. The URL parser has already normalized unusual IPv4 notations (decimal,
 * octal, hexadecimal, short) to dotted ones, so the check sees the real address.
 */
export function readUrl(
  text: string,
  guard: AddressGuard,
  portsAllowed: readonly PortRange[],
): Result<string, string> {
  if (text.length > MAX_LENGTH) return err(`Must be at most ${MAX_LENGTH} characters.`);
  // The parser would silently drop or convert these.
  if (/[\s\\\p{Cc}]/u.test(text)) return err("Must not contain spaces, control characters or backslashes.");
  if (!URL.canParse(text)) return err('Must be an absolute address like "https://shop.example/webhooks".');
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return err("Must begin with https://.");
  if (url.username !== "" || url.password !== "") return err("Must not contain a user name or password.");
  if (text.includes("#")) return err("Must not contain a fragment (#).");
  if (!isPortWithin(portOf(url), portsAllowed)) return err(`Must not name port ${portOf(url)}.`);
  const host = hostOf(url);
  const literal = isLocalName(host) ? LOOPBACK : isIP(host) === 0 ? null : host;
  const verdict = literal === null ? "public" : guard(literal);
  if (verdict === "refused") return err("Must not lead to a private, local or reserved address.");
  if (url.protocol === "http:" && verdict !== "allowed") return err("Must begin with https://.");
  return ok(url.href);
}

/** The port that a request to this address goes to. */
export function portOf(url: URL): number {
  if (url.port !== "") return parseInt(url.port, 10);
  return url.protocol === "https:" ? 443 : 80;
}

/** The host without the brackets of an IPv6 literal and without the dot that ends a full name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}
