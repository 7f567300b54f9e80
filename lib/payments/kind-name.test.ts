import { expect, test } from "vitest";
import { kindName } from "./kind-name";

test("a bank is named, and codes of one bank that services tell apart stay apart", () => {
  expect(kindName("bank", "HDFC")).toBe("HDFC Bank");
  expect(kindName("issuing_bank", "UTIB")).toBe("Axis Bank (UTIB)");
  expect(kindName("issuing_bank", "AXIS")).toBe("Axis Bank (AXIS)");
  expect(kindName("bank", "constructor")).toBe("constructor");
});
