import { expect, test } from "vitest";
import type { OptionalRateLimits } from "../domain/keys/rate-limits";
import { createRateLimiter, createTokenBuckets } from "./rate-limit";

const NO_LIMITS = { perSecond: null, burst: null };
const owner = (apiKey: string, perSecond: number | null = null, burst: number | null = null) => ({
  merchantId: 1,
  merchantLimits: NO_LIMITS,
  apiKey,
  salt: "",
  keyId: "k_1",
  access: "all" as const,
  rateLimits: { perSecond, burst },
});

function limiter() {
  return createRateLimiter({
    clock: { now: () => new Date(0) },
    key: { perSecond: 1, burst: 2 },
    failures: { perSecond: 1, burst: 3 },
  });
}

test("a key has the service's limits where it has none of its own", () => {
  const limits = limiter();
  const take = (times: number, who = owner("a")): number[] =>
    Array.from({ length: times }, () => limits.takeAuthenticated(who));
  expect(take(3)).toEqual([0, 0, 1]);
  expect(take(4, owner("b", null, 3))).toEqual([0, 0, 0, 1]);
  expect(take(3, owner("c", 0.5, null))).toEqual([0, 0, 2]);
});

test("a merchant's limit holds for all of its keys together, above and below the service's", () => {
  const limits = limiter();
  const take = (times: number, apiKey: string, merchantLimits: OptionalRateLimits): number[] =>
    Array.from({ length: times }, () =>
      limits.takeAuthenticated({ ...owner(apiKey), merchantId: 2, merchantLimits }),
    );
  const capped = { perSecond: 0.5, burst: 3 };
  expect(take(2, "a", capped)).toEqual([0, 0]);
  expect(take(2, "b", capped)).toEqual([0, 2]);
  expect(take(1, "c", { perSecond: 0.5, burst: null })).toEqual([2]);
  expect(take(1, "d", NO_LIMITS)).toEqual([0]);
  const raised = Array.from({ length: 10 }, () =>
    limits.takeAuthenticated({ ...owner("e"), merchantId: 3, merchantLimits: { perSecond: 5, burst: 9 } }),
  );
  expect(raised).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});

test("a key below its merchant's limit that floods takes nothing from the merchant's other keys", () => {
  const limits = limiter();
  const merchantLimits = { perSecond: 1, burst: 5 };
  for (let i = 0; i < 50; i += 1) limits.takeAuthenticated({ ...owner("slow", 1, 1), merchantLimits });
  const others = Array.from({ length: 5 }, () =>
    limits.takeAuthenticated({ ...owner("other"), merchantLimits }),
  );
  expect(others).toEqual([0, 0, 0, 0, 1]);
});

test("failures are counted for each source and key, and leave the key's own limit alone", () => {
  const limits = limiter();
  const fail = (source: string, apiKey: string | null): number[] =>
    Array.from({ length: 4 }, () => limits.takeFailed(source, apiKey));
  expect(fail("192.0.2.1", "a")).toEqual([0, 0, 0, 1]);
  expect(fail("192.0.2.1", "b")).toEqual([0, 0, 0, 1]);
  expect(fail("192.0.2.1", null)).toEqual([0, 0, 0, 1]);
  expect(fail("192.0.2.2", "a")).toEqual([0, 0, 0, 1]);
  expect([limits.takeAuthenticated(owner("a")), limits.takeAuthenticated(owner("a"))]).toEqual([0, 0]);
});

test("sources without end evict no key's count", () => {
  const limits = limiter();
  limits.takeAuthenticated(owner("a"));
  limits.takeAuthenticated(owner("a"));
  for (let i = 0; i < 20_000; i += 1) limits.takeFailed(`source ${i}`, null);
  expect(limits.takeAuthenticated(owner("a"))).toBe(1);
});

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

test("the wait is told without counting", () => {
  const buckets = bucketsAt({ ms: 0 });
  const limits = { perSecond: 1, burst: 1 };
  expect([buckets.waitOf("a", limits), buckets.waitOf("a", limits)]).toEqual([0, 0]);
  buckets.take("a", limits);
  expect([buckets.waitOf("a", limits), buckets.waitOf("b", limits)]).toEqual([1, 0]);
});
