import { describe, expect, test } from "vitest";
import { previewRefund } from "./refund-preview";

describe("what is left after a refund", () => {
  test.each([
    ["120.25", "500.00", 37_975n],
    ["0.01", "0.01", 0n],
    ["379.75", "379.75", 0n],
    ["1", "9999999999999.99", 999_999_999_999_899n],
    ["1.5", "2.00", 50n],
  ])("%s of %s is exact to the paisa", (typed, left, leftAfterPaise) => {
    expect(previewRefund(typed, left)).toMatchObject({ kind: "possible", leftAfterPaise });
  });

  test("one paisa more than is left exceeds it, and the rest is told", () => {
    expect(previewRefund("379.76", "379.75")).toEqual({
      kind: "exceeds",
      amountPaise: 37_976n,
      leftPaise: 37_975n,
    });
  });

  test("more digits than any amount has are too much, not badly written", () => {
    expect(previewRefund("12345678901234", "10.00")).toEqual({ kind: "too_large", leftPaise: 1000n });
  });

  test.each(["0", "0.00", "0.0"])("%s refunds nothing", (typed) => {
    expect(previewRefund(typed, "10.00")).toEqual({ kind: "zero" });
  });

  test.each(["1e3", "NaN", "-1", "+1", " 5 ", "1,499.00", "₹5", "5.", ".5", "0.001", "٥"])(
    "%s is not an amount (decision 0025)",
    (typed) => {
      expect(previewRefund(typed, "10000.00")).toEqual({ kind: "malformed" });
    },
  );

  test("nothing typed is no fault yet", () => {
    expect(previewRefund("", "10.00")).toEqual({ kind: "empty" });
  });
});
