import { expect, test } from "vitest";
import { track } from "./tracked";

type Polled = { kind: "found"; status: string } | { kind: "not_found" } | { kind: "service_error" };

const found: Polled = { kind: "found", status: "PROCESSING" };

test("a service error keeps the last known state on the screen", () => {
  const before = track<Polled>(undefined, found);
  expect(track<Polled>(before, { kind: "service_error" })).toEqual({
    response: { kind: "service_error" },
    known: found,
  });
});

test("a second service error still keeps it", () => {
  const once = track<Polled>(track<Polled>(undefined, found), { kind: "service_error" });
  expect(track<Polled>(once, { kind: "service_error" }).known).toBe(found);
});

test("a service error at first leaves nothing known", () => {
  expect(track<Polled>(undefined, { kind: "service_error" }).known).toBeNull();
});

test("a definite answer replaces what was known", () => {
  const before = track<Polled>(undefined, found);
  expect(track<Polled>(before, { kind: "not_found" }).known).toBeNull();
  expect(track<Polled>(before, { kind: "found", status: "SUCCESS" }).known).toEqual({
    kind: "found",
    status: "SUCCESS",
  });
});
