import { domainToASCII } from "node:url";
import { EMAIL } from "@/lib/email";

/** No other signs in the domain: `domainToASCII` decodes "%61" and ends at a slash, as in an address of the web. */
const ADDRESS = /^([\x21-\x7e]+)@([\p{L}\p{M}\p{N}\p{Join_Control}.\u3002\uff0e\uff61-]+)$/u;
/** Counted in octets of the ASCII form (RFC 5321). */
const MAX_LENGTH = 254;

/**
 * The one spelling of a person's e-mail address, by which it is stored and compared: lower case, the domain in its ASCII
 * form (IDNA). Null for anything else, such as a local part with other than ASCII letters: one that only looks like
 * somebody's, or becomes theirs in lower case, is nobody's (decision 0395).
 */
export function canonicalEmail(text: string): string | null {
  const [, local, domain] = ADDRESS.exec(text.trim()) ?? [];
  if (local === undefined || domain === undefined) return null;
  const address = `${local.toLowerCase()}@${domainToASCII(domain)}`;
  return address.length <= MAX_LENGTH && EMAIL.test(address) ? address : null;
}
