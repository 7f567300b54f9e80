import { describe, expect, test } from "vitest";
import { exceededLimit, halfOf, previewRefund } from "./refund-preview";

describe("what is left after a refund", () => {
  test.each([
    ["120.25", "500.00", 37_975n],
    ["0.01", "0.01", 0n],
    ["379.75", "379.75", 0n],
    ["1", "9999999999999.99", 999_999_999_999_899n],
    ["1.5", "2.00", 50n],
    [" 1,971.50 ", "3943.00", 197_150n],
    ["₹1,971.50", "3943.00", 197_150n],
  ])("%s of %s is exact to the paisa", (typed, left, leftAfterPaise) => {
    expect(previewRefund(typed, left, "INR")).toMatchObject({ kind: "possible", leftAfterPaise });
  });

  test("one paisa more than is left exceeds it, and the rest is shown", () => {
    expect(previewRefund("379.76", "379.75", "INR")).toEqual({
      kind: "exceeds",
      amountPaise: 37_976n,
      leftPaise: 37_975n,
    });
  });

  test("more digits than any amount has are too much, not badly written", () => {
    expect(previewRefund("12345678901234", "10.00", "INR")).toEqual({ kind: "too_large", leftPaise: 1000n });
  });

  test.each(["0", "0.00", "0.0"])("%s refunds nothing", (typed) => {
    expect(previewRefund(typed, "10.00", "INR")).toEqual({ kind: "zero" });
  });

  test.each(["1e3", "NaN", "-1", "+1", "1,50", "1.999", "5.", ".5", "0.001", "٥", "१९७१"])(
    "%s is not an amount",
    (typed) => {
      expect(previewRefund(typed, "10000.00", "INR")).toEqual({ kind: "malformed" });
    },
  );

  test("nothing typed is no fault yet", () => {
    expect(previewRefund("", "10.00", "INR")).toEqual({ kind: "empty" });
  });

  test("an amount in another currency is refused", () => {
    expect(previewRefund("$5", "10.00", "INR")).toEqual({ kind: "other_currency" });
  });
});

test("a fraction of yen is refused, unless the balance has one", () => {
  expect(previewRefund("100.50", "500.00", "JPY")).toEqual({ kind: "no_decimals" });
  expect(previewRefund("100.00", "500.00", "JPY")).toMatchObject({ kind: "possible" });
  expect(previewRefund("100.50", "100.50", "JPY")).toMatchObject({ kind: "possible" });
  expect(previewRefund("100.50", "500.00", "INR")).toMatchObject({ kind: "possible" });
});

test("half of yen is a whole amount", () => {
  expect(halfOf(50_100n, "JPY")).toBe(25_000n);
});

test.each([
  [394_300n, 197_150n],
  [3n, 1n],
  [1n, 0n],
  [999_999_999_999_999n, 499_999_999_999_999n],
])("half of %s paise is %s, rounded down", (left, half) => {
  expect(halfOf(left, "INR")).toBe(half);
});

describe("an amount needs approval", () => {
  const possible = (amountPaise: bigint) => ({ kind: "possible", amountPaise, leftAfterPaise: 0n }) as const;
  const limit = { threshold: "10000.00", counted: "0.00" };

  test("above the limit, not at it", () => {
    expect(exceededLimit(possible(1_000_000n), limit)).toBeNull();
    expect(exceededLimit(possible(1_000_001n), limit)).toEqual({
      thresholdPaise: 1_000_000n,
      countedPaise: 0n,
    });
  });

  test("together with what was refunded without approval before", () => {
    expect(exceededLimit(possible(1n), { ...limit, counted: "10000.00" })).not.toBeNull();
  });

  test("always where the currency has no limit, never where the person has none", () => {
    expect(exceededLimit(possible(1n), { threshold: null, counted: "0.00" })).not.toBeNull();
    expect(exceededLimit(possible(1n), null)).toBeNull();
  });

  test("not before it is an amount that can be refunded", () => {
    const nothing = { threshold: null, counted: "0.00" };
    expect(exceededLimit({ kind: "empty" }, nothing)).toBeNull();
    expect(exceededLimit({ kind: "exceeds", amountPaise: 2n, leftPaise: 1n }, nothing)).toBeNull();
  });
});
