import { expect, test } from "vitest";
import { refundReason } from "./refund-reason";

test.each([
  ["", "", ""],
  ["Duplicate payment", "", "Duplicate payment"],
  ["Duplicate payment", " paid twice at 14:02 ", "Duplicate payment: paid twice at 14:02"],
  ["", "goodwill", "goodwill"],
  ["", "   ", ""],
])("reason %j and note %j are sent as %j", (chosen, note, sent) => {
  expect(refundReason(chosen, note)).toBe(sent);
});
