import { timingSafeEqual } from "node:crypto";

/**
 * Compares a text with the expected one, in a time that does not reveal how much of it is right. `timingSafeEqual`
 * throws on unequal lengths (failure 19); the length of a hash is no secret.
 */
export function equalInConstantTime(expected: string, sent: string): boolean {
  const a = Buffer.from(expected, "utf8");
  const b = Buffer.from(sent, "utf8");
  return a.length === b.length && timingSafeEqual(a, b);
}
