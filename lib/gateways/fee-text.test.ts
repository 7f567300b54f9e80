import { expect, test } from "vitest";
import { feeText } from "./fee-text";

test.each([
  [{ percent: "2.36", fixed: "3.00" }, "2.36% + ₹3.00"],
  [{ percent: "2.36", fixed: "0.00" }, "2.36%"],
  [{ percent: "0", fixed: "14.16" }, "₹14.16"],
  [{ percent: "0", fixed: "0.00" }, null],
])("the fee %j reads %j", (fee, text) => {
  expect(feeText({ ...fee, currency: "INR" })).toBe(text);
});
