import { expect, it } from "vitest";
import { nextCheckDelayMs } from "./refund-schedule";

const MINUTE = 60_000;

it.each([
  [0, 800],
  [MINUTE, 1_000],
  [10 * MINUTE, 10_000],
  [24 * 60 * MINUTE, 30_000],
])("a watched refund of %i ms is looked at every %i ms", (ageMs, delayMs) => {
  expect(nextCheckDelayMs({ ageMs, isWatched: true, underWay: 5_000, areCallsScarce: true })).toBe(delayMs);
});

it.each([
  [0, 800],
  [MINUTE, 6_000],
  [24 * 60 * MINUTE, 15 * MINUTE],
])("one of %i ms that nobody watches is looked at every %i ms", (ageMs, delayMs) => {
  expect(nextCheckDelayMs({ ageMs, isWatched: false, underWay: 3, areCallsScarce: false })).toBe(delayMs);
});

it.each([
  [5_000, false, 250_000],
  [1_000, true, 500_000],
  [3, true, 1_500],
])("%i at once, calls scarce: %s, are looked at every %i ms", (underWay, areCallsScarce, delayMs) => {
  expect(nextCheckDelayMs({ ageMs: 0, isWatched: false, underWay, areCallsScarce })).toBe(delayMs);
});

it.each([false, true])(
  "however many there are, each is looked at every quarter of an hour, calls scarce: %s",
  (areCallsScarce) => {
    const facts = { ageMs: 0, isWatched: false, underWay: 100_000, areCallsScarce };
    expect(nextCheckDelayMs(facts)).toBe(15 * MINUTE);
  },
);

it("a service whose clock is ahead does not make the looks any faster", () => {
  expect(nextCheckDelayMs({ ageMs: -MINUTE, isWatched: true, underWay: 1, areCallsScarce: false })).toBe(800);
});
