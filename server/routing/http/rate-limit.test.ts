import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limit";

test("D14: a burst passes, then the rate; each key has its own bucket", () => {
  let nowMs = 0;
  const limiter = createRateLimiter({ clock: { now: () => new Date(nowMs) }, perSecond: 2, burst: 3 });
  const take = (times: number): number[] => Array.from({ length: times }, () => limiter.take("a"));
  expect(take(4)).toEqual([0, 0, 0, 1]);
  expect(limiter.take("b")).toBe(0);
  nowMs = 500;
  expect(take(2)).toEqual([0, 1]);
  nowMs = 60_000;
  expect(take(4)).toEqual([0, 0, 0, 1]);
});

test("a clock that steps back gives nothing away and locks nobody out", () => {
  let nowMs = 10_000;
  const limiter = createRateLimiter({ clock: { now: () => new Date(nowMs) }, perSecond: 1, burst: 1 });
  expect(limiter.take("a")).toBe(0);
  nowMs = 0;
  expect(limiter.take("a")).toBe(1);
  nowMs = 1_000;
  expect(limiter.take("a")).toBe(0);
});

test("Retry-After is never less than a second, and long enough for a slow rate", () => {
  const limiter = createRateLimiter({ clock: { now: () => new Date(0) }, perSecond: 0.1, burst: 1 });
  limiter.take("a");
  expect(limiter.take("a")).toBe(10);
});

test("a key with limits of its own is held to them, and a change of them counts from the next request on", () => {
  let nowMs = 0;
  const limiter = createRateLimiter({ clock: { now: () => new Date(nowMs) }, perSecond: 1, burst: 5 });
  const take = (times: number, own: { perSecond: number | null; burst: number | null }): number[] =>
    Array.from({ length: times }, () => limiter.take("a", own));
  expect(take(3, { perSecond: 0.5, burst: 2 })).toEqual([0, 0, 2]);
  nowMs = 10_000;
  expect(take(3, { perSecond: null, burst: 2 })).toEqual([0, 0, 1]);
  nowMs = 20_000;
  expect(take(6, { perSecond: null, burst: null })).toEqual([0, 0, 0, 0, 0, 1]);
});
