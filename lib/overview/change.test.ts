import { expect, test } from "vitest";
import { amountChangeOf, changeOf } from "./change";

test("a change is a fraction of the figure before, and has none from zero", () => {
  expect(changeOf(200, 250)).toBe(0.25);
  expect(changeOf(200, 0)).toBe(-1);
  expect(changeOf(0, 5)).toBeNull();
});

test("a change of amounts is exact for sums that no number holds", () => {
  expect(amountChangeOf("100.00", "150.50")).toBe(0.505);
  expect(amountChangeOf("90071992547409930.00", "180143985094819860.00")).toBe(1);
  expect(amountChangeOf("90071992547409930.00", "90071992547409930.01")).toBe(0);
  expect(amountChangeOf("0.00", "1.00")).toBeNull();
});
