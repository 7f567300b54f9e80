import { expect, test } from "vitest";
import { equalInConstantTime } from "./constant-time";

test("only the very same text is equal, and an unequal length is an answer and no error (failure 19)", () => {
  expect(equalInConstantTime("a1é", "a1é")).toBe(true);
  expect(equalInConstantTime("", "")).toBe(true);
  for (const sent of ["", "a1", "a1ée", "a1è", "A1é"]) expect(equalInConstantTime("a1é", sent)).toBe(false);
});

test("texts of one length are compared by the function of Node that takes the same time for each", () => {
  expect(equalInConstantTime.toString()).toMatch(
    /return a\.length === b\.length && .*timingSafeEqual.*\(a, b\)/,
  );
});
