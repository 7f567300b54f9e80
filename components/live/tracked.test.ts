import { expect, test } from "vitest";
import { track } from "./tracked";

type Answer = { kind: "found"; status: string } | { kind: "not_found" } | { kind: "service_error" };

const found: Answer = { kind: "found", status: "PROCESSING" };

test("a service error keeps the last known state on the screen", () => {
  const before = track<Answer>(undefined, found);
  expect(track<Answer>(before, { kind: "service_error" })).toEqual({
    answer: { kind: "service_error" },
    known: found,
  });
});

test("a second service error still keeps it", () => {
  const once = track<Answer>(track<Answer>(undefined, found), { kind: "service_error" });
  expect(track<Answer>(once, { kind: "service_error" }).known).toBe(found);
});

test("a service error at first leaves nothing known", () => {
  expect(track<Answer>(undefined, { kind: "service_error" }).known).toBeNull();
});

test("a definite answer replaces what was known", () => {
  const before = track<Answer>(undefined, found);
  expect(track<Answer>(before, { kind: "not_found" }).known).toBeNull();
  expect(track<Answer>(before, { kind: "found", status: "SUCCESS" }).known).toEqual({
    kind: "found",
    status: "SUCCESS",
  });
});
