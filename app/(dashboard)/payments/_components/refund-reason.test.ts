import { expect, test } from "vitest";
import { refundReason, splitReason } from "./refund-reason";

test.each([
  ["", "", ""],
  ["Duplicate payment", "", "Duplicate payment"],
  ["Duplicate payment", " paid twice at 14:02 ", "Duplicate payment: paid twice at 14:02"],
  ["", "goodwill", "goodwill"],
  ["", "   ", ""],
])("reason %j and note %j are sent as %j", (chosen, note, sent) => {
  expect(refundReason(chosen, note)).toBe(sent);
});

test.each([
  ["Goods returned", ""],
  ["Goods returned", "Box 4: dented"],
  ["Something else", ""],
  ["", ""],
])("reason %j and note %j come back as they were", (reason, note) => {
  expect(splitReason(refundReason(reason, note))).toEqual({ reason, note });
});

test("a reason of another origin is not split", () => {
  expect(splitReason("Shop: late delivery")).toEqual({ reason: "Shop: late delivery", note: "" });
});
