import { randomInt } from "node:crypto";

const RECOVERY_CODES = 10;

/** No letters or digits that look alike on paper. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Ten codes of 59 bits, "abcd-efgh-2345". */
export function newRecoveryCodes(): string[] {
  const character = (): string => READABLE.charAt(randomInt(READABLE.length));
  const group = (): string => Array.from({ length: GROUP_LENGTH }, character).join("");
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join("-"));
}

/** The code as issued, however it was typed; null when it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const characters = typed.toLowerCase().replace(/[\s-]/g, "");
  if (characters.length !== GROUPS * GROUP_LENGTH) return null;
  if (![...characters].every((character) => READABLE.includes(character))) return null;
  return (characters.match(/.{4}/g) ?? []).join("-");
}
