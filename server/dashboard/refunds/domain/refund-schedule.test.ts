import { expect, it } from "vitest";
import { nextCheckDelayMs } from "./refund-schedule";

const MINUTE = 60_000;

it.each([
  [0, 800],
  [MINUTE, 1_000],
  [10 * MINUTE, 10_000],
  [24 * 60 * MINUTE, 30_000],
])("a watched refund of %i ms is polled every %i ms", (ageMs, delayMs) => {
  expect(nextCheckDelayMs({ ageMs, isWatched: true, pending: 5_000 })).toBe(delayMs);
});

it.each([
  [0, 800],
  [MINUTE, 6_000],
  [10 * MINUTE, 30_000],
  [60 * MINUTE, 30_000],
  [120 * MINUTE, MINUTE],
  [24 * 60 * MINUTE, 12 * MINUTE],
  [7 * 24 * 60 * MINUTE, 15 * MINUTE],
])("one of %i ms that nobody watches is polled every %i ms", (ageMs, delayMs) => {
  expect(nextCheckDelayMs({ ageMs, isWatched: false, pending: 3 })).toBe(delayMs);
});

it("five thousand at once are polled twenty times a second in all", () => {
  expect(nextCheckDelayMs({ ageMs: 0, isWatched: false, pending: 5_000 })).toBe(250_000);
});

it("however many there are, each is polled every quarter of an hour", () => {
  expect(nextCheckDelayMs({ ageMs: 0, isWatched: false, pending: 100_000 })).toBe(15 * MINUTE);
});

it("a service whose clock is ahead does not make the looks any faster", () => {
  expect(nextCheckDelayMs({ ageMs: -MINUTE, isWatched: true, pending: 1 })).toBe(800);
});
