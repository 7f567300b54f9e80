import { expect, test } from "vitest";
import { distributionOf, inSeconds } from "./distribution";

test("ninety-five of a hundred are within the 95 % figure, and one more is not", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => (index + 1) * 1_000).reverse();
  expect(distributionOf(hundred)).toEqual({
    count: 100,
    medianMs: 50_000,
    p95Ms: 95_000,
    longestMs: 100_000,
  });
  expect(inSeconds(distributionOf(hundred))).toBe("median 50.0 s, 95 % within 95.0 s, longest 100.0 s");
});

test("a few and none", () => {
  expect(distributionOf([7])).toEqual({ count: 1, medianMs: 7, p95Ms: 7, longestMs: 7 });
  expect(distributionOf([])).toEqual({ count: 0, medianMs: 0, p95Ms: 0, longestMs: 0 });
});
