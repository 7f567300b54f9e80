import { expect, test } from "vitest";
import { canReplace, endOfRotated, keyInShort, keyStatus } from "./api-key";

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

test("a key works until the moment it ends, and a revoked one is revoked whatever else holds", () => {
  expect(keyStatus({ expiresAt: null, revokedAt: null }, at(10))).toBe("ACTIVE");
  expect(keyStatus({ expiresAt: at(11), revokedAt: null }, at(10))).toBe("ACTIVE");
  expect(keyStatus({ expiresAt: at(10), revokedAt: null }, at(10))).toBe("EXPIRED");
  expect(keyStatus({ expiresAt: at(9), revokedAt: null }, at(10))).toBe("EXPIRED");
  expect(keyStatus({ expiresAt: at(9), revokedAt: at(8) }, at(10))).toBe("REVOKED");
  expect(keyStatus({ expiresAt: null, revokedAt: at(8) }, at(10))).toBe("REVOKED");
});

test("a rotated key ends after the overlap, and never later than it would have ended anyway", () => {
  expect(endOfRotated({ expiresAt: null }, 5_000, at(10))).toEqual(at(15));
  expect(endOfRotated({ expiresAt: at(20) }, 5_000, at(10))).toEqual(at(15));
  expect(endOfRotated({ expiresAt: at(12) }, 5_000, at(10))).toEqual(at(12));
});

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => ({
  expiresAt: new Date(at(0).getTime() + days * DAY_MS),
  access: "all" as const,
});
const NEVER = { expiresAt: null, access: "all" as const };
const RESTRICTED = { expiresAt: null, access: "payments" as const };
test.each([
  ["one without an end", NEVER, NEVER, true],
  ["one without an end, also for one that ends", NEVER, inDays(1), true],
  ["one in a rotation's overlap", inDays(1 / 24), NEVER, false],
  ["one in the longest overlap of a rotation", inDays(29.9), NEVER, false],
  ["one that ends long after any overlap", inDays(30), NEVER, true],
  ["one that ends soon, for one that ends sooner", inDays(2), inDays(1), true],
  ["one that ends sooner", inDays(1), inDays(2), false],
  ["a restricted one, for one with access to everything", RESTRICTED, inDays(1), false],
  ["a restricted one, for a restricted one", RESTRICTED, RESTRICTED, true],
  ["one with access to everything, for a restricted one", NEVER, RESTRICTED, true],
])("%s is evaluated as what remains for a revoked key", (_name, other, ended, expected) =>
  expect(canReplace(other, ended, at(0))).toBe(expected),
);

test("a key in short holds enough to know it by and never all of it", () => {
  expect(keyInShort("key_AAAABBBBCCCCDDDDEEEEFFFF")).toBe("API key key_AAAABBBB…");
  expect(keyInShort("short_key")).toBe("API key short…");
  expect(keyInShort("k")).toBe("API key …");
});
