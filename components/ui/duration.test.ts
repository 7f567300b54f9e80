import { expect, test } from "vitest";
import { durationOf } from "./duration";

test.each([
  [-5_000, 0, "seconds"],
  [0, 0, "seconds"],
  [999, 0, "seconds"],
  [4_000, 4, "seconds"],
  [59_999, 59, "seconds"],
  [60_000, 1, "minutes"],
  [12 * 60_000, 12, "minutes"],
  [3_599_999, 59, "minutes"],
  [3_600_000, 1, "hours"],
  [47 * 3_600_000, 47, "hours"],
  [48 * 3_600_000, 2, "days"],
])("a span of %i ms reads %i %s", (ms, n, unit) => {
  expect(durationOf(ms)).toEqual({ n, unit });
});
