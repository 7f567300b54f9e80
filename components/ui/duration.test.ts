import { expect, test } from "vitest";
import { formatDuration } from "./duration";

test.each([
  [-5_000, "0 s"],
  [0, "0 s"],
  [999, "0 s"],
  [4_000, "4 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [12 * 60_000, "12 min"],
  [3_599_999, "59 min"],
  [3_600_000, "1 h"],
  [47 * 3_600_000, "47 h"],
  [48 * 3_600_000, "2 d"],
])("a span of %i ms reads %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
