import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRupees, rupeesOf, toRupees } from "./currencies";

describe("an amount at Cashfree", () => {
  test("is a number in rupees that has the very paise, whatever JSON does to it", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (paise) => {
        const rupees = rupeesOf(paise);
        expect(readRupees(rupees)).toBe(paise);
        expect(readRupees(JSON.parse(JSON.stringify(rupees)))).toBe(paise);
      }),
      { examples: [[0n], [1n], [10n], [2_910n], [114_985n], [999_999_999_999_999n]] },
    );
  });

  test.each([
    [29.1, 2_910n],
    [1149.85, 114_985n],
    [5000, 500_000n],
    [0.07, 7n],
    [9_999_999_999_999.99, 999_999_999_999_999n],
    // Sixteen digits: another text has the same double.
    [10_000_000_000_000.01, null],
    [10.005, null],
    [1e21, null],
    [1e-7, null],
    [-5, null],
    [Number.NaN, null],
    ["5.00", 500n],
    ["200.12", 20_012n],
    ["200.125", null],
    ["1e3", null],
    ["", null],
    [undefined, null],
  ])("%s is read as %s paise", (rupees, paise) => {
    expect(readRupees(rupees)).toBe(paise);
  });

  test("that such a number cannot hold is refused", () => {
    expect(rupeesOf(1_000_000_000_000_000n)).toBeNull();
    expect(toRupees(1_000_000_000_000_000n, "INR")).toMatchObject({ ok: false });
    expect(toRupees(99n, "INR")).toMatchObject({ ok: false });
    expect(toRupees(114_985n, "INR")).toEqual({ ok: true, value: 1149.85 });
  });
});
