import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STRIPE_CURRENCIES, stripeTerms } from "./stripe/currencies";
import { fromMinorUnits, toMinorUnits } from "./minor-units";

const units = (amountPaise: bigint, currency: string): number | string => {
  const result = toMinorUnits(amountPaise, currency, stripeTerms);
  return result.ok ? result.value : result.error;
};

describe("amounts in a vendor's minor units", () => {
  test("follow the decimals of the currency", () => {
    expect(units(149_900n, "INR")).toBe(149_900);
    expect(units(50_000n, "JPY")).toBe(500);
    expect(units(1_050n, "KWD")).toBe(10_500);
    expect(units(70_000n, "ISK")).toBe(70_000);
  });

  test("an amount that the currency cannot express is refused, never rounded", () => {
    expect(units(501_050n, "JPY")).toBe("JPY 5010.50 has a fraction, and the currency has none");
    expect(units(70_001n, "ISK")).toBe("ISK 700.01 has a fraction, and the currency has none");
  });

  test("an unknown currency and an amount below the minimum are refused in words", () => {
    expect(units(10_000n, "IRR")).toBe("IRR is not a currency of this gateway");
    expect(units(100n, "AED")).toBe("AED 1.00 is below the gateway's minimum of 2.00");
  });

  test("nothing beyond the exact integers of a number is sent", () => {
    expect(units(999_999_999_999_999n, "INR")).toBe(999_999_999_999_999);
    expect(units(999_999_999_999_999n, "KWD")).toMatch(/more than the gateway can take/);
  });

  test("what was sent is read back to the paisa, in every currency", () => {
    const amounts = fc.bigInt({ min: 100n, max: 99_999_999_999_999n });
    fc.assert(
      fc.property(fc.constantFrom(...STRIPE_CURRENCIES), amounts, (currency, amountPaise) => {
        const sent = toMinorUnits(amountPaise, currency, stripeTerms);
        if (sent.ok) expect(fromMinorUnits(sent.value, currency, stripeTerms)).toBe(amountPaise);
      }),
    );
  });

  test("a vendor's amount that is no whole number, or finer than a paisa, is not accepted", () => {
    expect(fromMinorUnits(10.5, "INR", stripeTerms)).toBeNull();
    expect(fromMinorUnits(-1, "INR", stripeTerms)).toBeNull();
    expect(fromMinorUnits(10_501, "KWD", stripeTerms)).toBeNull();
  });
});
