import { expect, test } from "vitest";
import { createTokenBuckets } from "./token-buckets";

function bucketsAt(time: { ms: number }) {
  return createTokenBuckets({ now: () => new Date(time.ms) });
}

test("a burst passes, then the rate; each name has its own bucket", () => {
  const time = { ms: 0 };
  const buckets = bucketsAt(time);
  const limits = { perSecond: 2, burst: 3 };
  const take = (times: number): number[] => Array.from({ length: times }, () => buckets.take("a", limits));
  expect(take(4)).toEqual([0, 0, 0, 1]);
  expect(buckets.take("b", limits)).toBe(0);
  time.ms = 500;
  expect(take(2)).toEqual([0, 1]);
  time.ms = 60_000;
  expect(take(4)).toEqual([0, 0, 0, 1]);
});

test("a clock that steps back gives nothing away and locks nobody out", () => {
  const time = { ms: 10_000 };
  const buckets = bucketsAt(time);
  const take = (): number => buckets.take("a", { perSecond: 1, burst: 1 });
  expect(take()).toBe(0);
  time.ms = 0;
  expect(take()).toBe(1);
  time.ms = 1_000;
  expect(take()).toBe(0);
});

test("the wait is never less than a second, and long enough for a slow rate", () => {
  const buckets = bucketsAt({ ms: 0 });
  const limits = { perSecond: 0.1, burst: 1 };
  buckets.take("a", limits);
  expect(buckets.take("a", limits)).toBe(10);
});

test("other limits count from the next request on", () => {
  const time = { ms: 0 };
  const buckets = bucketsAt(time);
  const take = (times: number, perSecond: number, burst: number): number[] =>
    Array.from({ length: times }, () => buckets.take("a", { perSecond, burst }));
  expect(take(3, 0.5, 2)).toEqual([0, 0, 2]);
  time.ms = 10_000;
  expect(take(3, 1, 2)).toEqual([0, 0, 1]);
  time.ms = 20_000;
  expect(take(6, 1, 5)).toEqual([0, 0, 0, 0, 0, 1]);
});
