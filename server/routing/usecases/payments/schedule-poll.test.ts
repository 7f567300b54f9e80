import { expect, test } from "vitest";
import { paymentPollPauseMs } from "./schedule-poll";

const AT = new Date("2026-01-02T00:00:00Z");
const deps = { clock: { now: () => AT }, firstPollMs: 5_000 };
const payment = { completedAt: null };

const pauseOf = (polls: number, sharing: number): number =>
  Math.round(paymentPollPauseMs(deps, payment, polls, sharing) / 1_000);
const between = (pause: number, seconds: number): void => {
  expect(pause).toBeGreaterThanOrEqual(seconds * 0.89);
  expect(pause).toBeLessThanOrEqual(seconds * 1.11);
};

test.each([
  [0, 0, 5],
  [3, 0, 40],
  [20, 0, 300],
  [20, 6_000, 300],
  [20, 30_000, 1_500],
  [20, 1_000_000, 1_800],
  [0, 30_000, 5],
  [3, 30_000, 40],
])(
  "poll %i where %i payments share the polls of a gateway comes after some %i s",
  (attempt, sharing, seconds) => {
    between(pauseOf(attempt, sharing), seconds);
  },
);
