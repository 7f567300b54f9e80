import { expect, test } from "vitest";
import { track } from "./tracked";

type Answer = { kind: "found"; status: string } | { kind: "not_found" } | { kind: "trouble" };

const found: Answer = { kind: "found", status: "PROCESSING" };

test("trouble keeps the last known state on the screen", () => {
  const before = track<Answer>(undefined, found);
  expect(track<Answer>(before, { kind: "trouble" })).toEqual({ answer: { kind: "trouble" }, known: found });
});

test("trouble after trouble still keeps it", () => {
  const once = track<Answer>(track<Answer>(undefined, found), { kind: "trouble" });
  expect(track<Answer>(once, { kind: "trouble" }).known).toBe(found);
});

test("trouble at first knows nothing", () => {
  expect(track<Answer>(undefined, { kind: "trouble" }).known).toBeNull();
});

test("a definite answer replaces what was known", () => {
  const before = track<Answer>(undefined, found);
  expect(track<Answer>(before, { kind: "not_found" }).known).toBeNull();
  expect(track<Answer>(before, { kind: "found", status: "SUCCESS" }).known).toEqual({
    kind: "found",
    status: "SUCCESS",
  });
});
