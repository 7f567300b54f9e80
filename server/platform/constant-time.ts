import { timingSafeEqual } from "node:crypto";

/**
 * Whether a text is the expected one, in a time that does not tell how far it is right. `timingSafeEqual` throws on unequal
 * lengths (failure 19); the length of a hash is no secret.
 */
export function equalInConstantTime(expected: string, sent: string): boolean {
  const a = Buffer.from(expected, "utf8");
  const b = Buffer.from(sent, "utf8");
  return a.length === b.length && timingSafeEqual(a, b);
}
