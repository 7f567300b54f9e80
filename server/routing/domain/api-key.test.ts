import { expect, test } from "vitest";
import { endOfRotated, keyStatus } from "./api-key";

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
