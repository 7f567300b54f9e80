import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CURRENCIES } from "./contract/currencies";
import { displayMoney, formatPaise } from "./money";
import { isSignOf, parseTypedAmount, readTypedAmount } from "./typed-amount";

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
