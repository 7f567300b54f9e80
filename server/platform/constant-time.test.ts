import { timingSafeEqual } from "node:crypto";
import { expect, test, vi } from "vitest";
import { equalInConstantTime } from "./constant-time";

vi.mock("node:crypto", { spy: true });

test("only the very same text is equal, and an unequal length is an answer and no error (failure 19)", () => {
  expect(equalInConstantTime("a1é", "a1é")).toBe(true);
  expect(equalInConstantTime("", "")).toBe(true);
  for (const sent of ["", "a1", "a1ée", "a1è", "A1é"]) expect(equalInConstantTime("a1é", sent)).toBe(false);
});

test("texts of one length are compared by the function of Node that takes the same time for each", () => {
  vi.mocked(timingSafeEqual).mockClear();
  equalInConstantTime("a1b2", "a1b3");
  expect(timingSafeEqual).toHaveBeenCalledExactlyOnceWith(Buffer.from("a1b2"), Buffer.from("a1b3"));
});
