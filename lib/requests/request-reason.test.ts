import { expect, test } from "vitest";
import { requestReason } from "./request-reason";

const REASONS = [
  { code: "returned", name: "Goods returned", nameHi: null, needsText: false },
  { code: "other", name: "Other", nameHi: null, needsText: true },
];

test.each([
  ["returned", { reason: "Goods returned", reasonCode: "returned", note: "Box 4" }],
  ["other", { reason: "Other: Box 4", reasonCode: "other", note: "" }],
  ["", { reason: "", reasonCode: null, note: "Box 4" }],
])("the note of a request with the reason “%s” is sent once", (code, expected) => {
  expect(requestReason(REASONS, code, "Box 4")).toEqual(expected);
});

test("the note is the reason where none is listed", () => {
  expect(requestReason([], "", "Box 4")).toEqual({ reason: "Box 4", reasonCode: null, note: "" });
});
