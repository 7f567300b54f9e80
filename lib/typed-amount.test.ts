import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CURRENCIES } from "./contract/currencies";
import { displayMoney, formatPaise } from "./money";
import { isSignOf, parseTypedAmount, readCommaAmount, readTypedAmount } from "./typed-amount";

describe("an amount as people type it", () => {
  test.each([
    ["1971.5", 197_150n],
    ["1971", 197_100n],
    ["1,971.50", 197_150n],
    ["₹1,971.50", 197_150n],
    ["₹ 1,971.50", 197_150n],
    ["  ₹1971.5 ", 197_150n],
    ["Rs. 1,971.50", 197_150n],
    ["rs1971.50", 197_150n],
    ["INR 1971.50", 197_150n],
    ["1,97,150.00", 19_715_000n],
    ["12,34,56,789", 12_345_678_900n],
    ["197,150.00", 19_715_000n],
    ["123,456,789.01", 12_345_678_901n],
    ["0", 0n],
  ])("%s is read to the paisa", (text, paise) => {
    expect(parseTypedAmount(text, "INR")).toEqual({ ok: true, value: paise });
  });

  test.each([
    "",
    "₹",
    "1.999",
    "-5",
    "₹-5",
    "-₹5",
    "+5",
    "1e3",
    "e5",
    "x5",
    "NaN",
    "Infinity",
    "0x10",
    "5.",
    ".5",
    "1 971.50",
    "1971,5",
    "1,50",
    "1,9715",
    "1,,971",
    ",971",
    "1,971,",
    "19,71.50",
    "1971.5,0",
    "1.971,50",
    "१९७१",
    "٥",
    "１２",
    "5₹",
    "₹₹₹₹₹5",
    "5\n6",
    "=1971.50",
  ])("%j is refused, not guessed", (text) => {
    expect(parseTypedAmount(text, "INR")).toEqual({ ok: false, error: "malformed" });
  });

  test.each([
    ["1,500", "KWD", null],
    ["KWD 1,500", "KWD", null],
    ["2,614", "EUR", null],
    ["€2,614", "EUR", null],
    ["2,614.50", "EUR", 261_450n],
    ["2,614,000", "EUR", 261_400_000n],
    ["2614", "EUR", 261_400n],
    ["1,500.00", "KWD", 150_000n],
    ["1,500", "INR", 150_000n],
    ["1,500", "USD", 150_000n],
    ["5,800", "JPY", 580_000n],
    ["1,500", null, 150_000n],
  ])("%s in %s is refused if people read it in two ways", (text, currency, paise) => {
    const expected = paise === null ? { ok: false, error: "two_readings" } : { ok: true, value: paise };
    expect(parseTypedAmount(text, currency)).toEqual(expected);
  });

  test.each([
    ["1.499,50 €", "€1499.50"],
    ["€ 1.499,5", "€1499.5"],
    ["1 499,00", "1499.00"],
    ["1\u202f499,00 EUR", "EUR1499.00"],
    ["1'499,00", "1499.00"],
    ["499", "499"],
    ["1.500", "1500"],
    ["0.001", null],
    ["1,499", null],
    ["1,499.50", null],
    ["12.50", null],
    ["-1,50", null],
    ["1.49,50", null],
  ])("%s with a decimal comma is %s", (text, expected) => {
    expect(readCommaAmount(text)).toBe(expected);
  });

  test("more digits than any amount has are too large, grouped or not", () => {
    expect(parseTypedAmount("10000000000000", "INR")).toEqual({ ok: false, error: "too_large" });
    expect(parseTypedAmount("10,000,000,000,000", "INR")).toEqual({ ok: false, error: "too_large" });
  });

  test.each([
    ["$5", "INR"],
    ["USD 5", "INR"],
    ["₹5", "USD"],
    ["Rs 5", "USD"],
    ["€5.00", "USD"],
    ["₹5", null],
    ["FCFA 5", "XOF"],
    ["F CFA 5", "XAF"],
    ["CFPF 5", "INR"],
  ])("%s is no amount in %s", (text, currency) => {
    expect(parseTypedAmount(text, currency)).toEqual({ ok: false, error: "other_currency" });
  });

  test("what Paydeck shows can be pasted back, in every currency", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), (paise) => {
        for (const currency of CURRENCIES) {
          const plain = formatPaise(paise);
          for (const text of [displayMoney(paise, currency), plain, `${currency} ${plain}`])
            expect([text, parseTypedAmount(text, currency)]).toEqual([text, { ok: true, value: paise }]);
        }
      }),
      { numRuns: 20 },
    );
  });

  test.each(["F CFA 5", "F\u202fCFA\u00a05", "F\u00a0CFA 5", "f cfa5"])(
    "%j is read whatever space was pasted with it",
    (text) => {
      expect(parseTypedAmount(text, "XOF")).toEqual({ ok: true, value: 500n });
    },
  );

  test("text that is not grouped or signed is read exactly by the strict grammar", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.eE+-]{0,12}$/), (text) => {
        // Three letters are read as the code of a currency.
        fc.pre(!/e{3}/iu.test(text));
        expect(readTypedAmount(text).ok).toBe(/^[0-9]{1,13}(\.[0-9]{1,2})?$/.test(text));
      }),
    );
  });

  test("a sign belongs to one currency", () => {
    expect(isSignOf("", null)).toBe(true);
    expect(isSignOf("inr", "INR")).toBe(true);
    expect(isSignOf("$", "USD")).toBe(true);
    expect(isSignOf("US$", "INR")).toBe(false);
  });
});
