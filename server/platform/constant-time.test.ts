import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect, test, vi } from "vitest";
import { equalInConstantTime } from "./constant-time";

test("only the very same text is equal, and an unequal length is an answer and no error (failure 19)", () => {
  expect(equalInConstantTime("a1é", "a1é")).toBe(true);
  expect(equalInConstantTime("", "")).toBe(true);
  for (const sent of ["", "a1", "a1ée", "a1è", "A1é"]) expect(equalInConstantTime("a1é", sent)).toBe(false);
});

test("texts of one length are compared by the function of Node that takes the same time for each", () => {
  const compare = vi.spyOn(crypto, "timingSafeEqual");
  // Other tests of this process have loaded the module, whose import has to follow the spy.
  syncBuiltinESMExports();
  try {
    equalInConstantTime("a1b2", "a1b3");
    expect(compare).toHaveBeenCalledExactlyOnceWith(Buffer.from("a1b2"), Buffer.from("a1b3"));
  } finally {
    compare.mockRestore();
    syncBuiltinESMExports();
  }
});
