import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayAmount, displayMoney, formatPaise, paiseOf, parseAmount } from "./money";

describe("the one grammar of amounts (decision 0025)", () => {
  test.each([
    ["0", 0n],
    ["1499", 149900n],
    ["1499.0", 149900n],
    ["1499.05", 149905n],
    ["0007.1", 710n],
    ["9999999999999.99", 999999999999999n],
  ])("%s is %s paise", (text, paise) => {
    expect(parseAmount(text)).toEqual({ ok: true, value: paise });
  });

  test.each([
    "",
    ".",
    "1.",
    ".5",
    "-1",
    "+1",
    "1e3",
    "1.234",
    "1,000",
    " 1",
    "1 ",
    "1\n",
    "१",
    "１",
    "0x1",
    "NaN",
    "Infinity",
    "1_0",
    "--1",
    "1.1.1",
  ])("%j is no amount", (text) => {
    expect(parseAmount(text)).toEqual({ ok: false, error: "malformed" });
  });

  test("more than 13 integer digits are too large", () => {
    expect(parseAmount("10000000000000")).toEqual({ ok: false, error: "too_large" });
  });

  test("whatever is written as paise is read back to the paisa, and never through a float", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999999999999999n }), (paise) => {
        expect(parseAmount(formatPaise(paise))).toEqual({ ok: true, value: paise });
      }),
    );
  });

  test("any text is either of the grammar or refused, and never throws", () => {
    // Characters of amounts, look-alikes of them, and any other UTF-16 code unit.
    const unit = fc.oneof(
      fc.constantFrom(..."0123456789.", "-", "+", "e", ",", " ", "\n", "१", "１"),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(parseAmount(text).ok).toBe(/^[0-9]{1,13}(\.[0-9]{1,2})?$/.test(text) && !text.includes("\n"));
      }),
    );
  });
});

test.each([
  [0n, "0.00"],
  [5n, "0.05"],
  [100n, "1.00"],
  [149990n, "1499.90"],
  [-5n, "-0.05"],
  [-12345n, "-123.45"],
])("%s paise are written %s", (paise, text) => {
  expect(formatPaise(paise)).toBe(text);
});

test("an amount that was validated is read as paise, and any other text throws", () => {
  expect(paiseOf("1499.9")).toBe(149990n);
  expect(() => paiseOf("12.5x")).toThrow();
});

test("people read Indian grouping, the currency's own sign, and no rounding of the largest amount", () => {
  expect(displayMoney(14990000n, "INR")).toBe("₹1,49,900.00");
  expect(displayMoney(999999999999999n, "INR")).toBe("₹99,99,99,99,99,999.99");
  expect(displayMoney(100n, "USD")).not.toContain("₹");
});

test("rupees are written as Intl writes them, whatever the amount", () => {
  const intl = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
  fc.assert(
    fc.property(fc.bigInt({ min: -999999999999999n, max: 999999999999999n }), (paise) => {
      expect(displayMoney(paise, "INR")).toBe(intl.format(formatPaise(paise) as Intl.StringNumericLiteral));
    }),
  );
});

test("a text outside the grammar is shown as it came, with its currency", () => {
  expect(displayAmount("12.5x", "INR")).toBe("INR 12.5x");
});

test("a sum of amounts is grouped too, although it has more digits than an amount may have", () => {
  expect(displayAmount("29999999999999.97", "INR")).toBe("₹2,99,99,99,99,99,999.97");
});
