import { expect, test } from "vitest";
import { DashboardError, SignedOutError } from "./fetch-view";
import { lastFetchMs, nextFetchDelayMs } from "./next-fetch";
import { REFUND_SCHEDULE } from "./polling";

const state = {
  dataUpdateCount: 1,
  errorUpdateCount: 0,
  dataUpdatedAt: 1_000,
  errorUpdatedAt: 0,
  error: null,
};

test.each([
  ["signed out", new SignedOutError()],
  ["without the permission, each refusal of which the audit log keeps", new DashboardError(403)],
])("%s, a page stops asking", (_, error) => {
  expect(nextFetchDelayMs(REFUND_SCHEDULE, { ...state, error }, "seed")).toBe(false);
});

test("a lost connection is tried again", () => {
  expect(
    nextFetchDelayMs(REFUND_SCHEDULE, { ...state, error: new DashboardError(null) }, "seed"),
  ).toBeGreaterThan(0);
});

test("polls that failed count as polls, so a service error is polled ever less often", () => {
  const long = { ...state, errorUpdateCount: 100 };
  expect(nextFetchDelayMs(REFUND_SCHEDULE, long, "seed")).toBeGreaterThan(REFUND_SCHEDULE.maxMs / 2);
});

test("the last look is the newest one, answered or not", () => {
  expect(lastFetchMs({ dataUpdatedAt: 1_000, errorUpdatedAt: 2_000 })).toBe(2_000);
});
