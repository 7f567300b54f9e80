import { expect, it } from "vitest";
import { pollPauseMs } from "./poll-pause";

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AT = new Date("2026-01-02T00:00:00Z");
const NOBODY = { young: 0, open: 1 };
const aged = (ageMs: number) => ({ requestedAt: new Date(AT.getTime() - ageMs) });

it.each([
  [-5 * SECOND, 500],
  [0, 500],
  [4 * SECOND, 4 * SECOND],
  [29 * SECOND, 29 * SECOND],
  [MINUTE, 30 * SECOND],
  [HOUR, 30 * SECOND],
  [2 * HOUR, MINUTE],
  [24 * HOUR, 12 * MINUTE],
  [7 * 24 * HOUR, 15 * MINUTE],
])("a reversal of %i ms is polled again after %i ms, whatever happened before", (ageMs, delayMs) => {
  expect(pollPauseMs(aged(ageMs), AT, NOBODY)).toBe(delayMs);
});

it.each([
  [1, 500],
  [100, 1_000],
  [500, 5_000],
  [1_000, 5_000],
])("with %i young ones pending no poll comes sooner than after %i ms", (young, leastMs) => {
  expect(pollPauseMs(aged(0), AT, { young, open: 18_000 })).toBe(leastMs);
});

it.each([
  [600, 5 * MINUTE, 30 * SECOND],
  [1_000, 5 * MINUTE, 50 * SECOND],
  [10_000, 5 * MINUTE, MINUTE],
  [10_000, HOUR, 6 * MINUTE],
  [18_000, 24 * HOUR, 15 * MINUTE],
])("with %i pending one of %i ms is polled again after %i ms", (open, ageMs, delayMs) => {
  expect(pollPauseMs(aged(ageMs), AT, { young: 0, open })).toBe(delayMs);
});
