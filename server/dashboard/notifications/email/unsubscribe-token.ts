import { timingSafeEqual } from "node:crypto";
import type { Vault } from "../../auth/vault";

const OWNER = "paydeck: unsubscribe";
const ID_BYTES = 16;

/** Names a person, signed: its holder can stop this person's notifications by e-mail, and nothing else. */
export function unsubscribeToken(vault: Vault, personId: string): string {
  const id = Buffer.from(personId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, vault.fingerprint(personId, OWNER)]).toString("base64url");
}

/** The person of a token; null when it is not one of ours. */
export function readUnsubscribeToken(vault: Vault, token: string): string | null {
  const bytes = Buffer.from(token.slice(0, 200), "base64url");
  const id = bytes.subarray(0, ID_BYTES).toString("hex");
  const personId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const given = bytes.subarray(ID_BYTES);
  const signatures = vault.fingerprints(personId, OWNER, null);
  const isOurs =
    bytes.toString("base64url") === token &&
    signatures.some((signature) => signature.length === given.length && timingSafeEqual(signature, given));
  return isOurs ? personId : null;
}
