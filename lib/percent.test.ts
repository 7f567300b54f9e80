import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPercent, parsePercent } from "./percent";

test("a percentage is read and written exactly, up to four decimals (property)", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (millionths) => {
      expect(parsePercent(formatPercent(millionths))).toBe(millionths);
    }),
  );
  expect([parsePercent("2.36"), parsePercent("2.3600"), parsePercent("100"), parsePercent("0")]).toEqual([
    23_600, 23_600, 1_000_000, 0,
  ]);
  expect([formatPercent(23_600), formatPercent(1), formatPercent(20_000)]).toEqual(["2.36", "0.0001", "2"]);
});

test.each(["", "2,36", "-1", "+1", "1e1", "100.0001", "101", "2.36001", ".5", "2.", " 2", "२", "NaN"])(
  "%j is no percentage",
  (text) => {
    expect(parsePercent(text)).toBeNull();
  },
);
