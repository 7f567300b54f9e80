import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limit";

const owner = (apiKey: string, perSecond: number | null = null, burst: number | null = null) => ({
  merchantId: 1,
  apiKey,
  salt: "",
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
    Array.from({ length: times }, () => limits.takeProven(who));
  expect(take(3)).toEqual([0, 0, 1]);
  expect(take(4, owner("b", null, 3))).toEqual([0, 0, 0, 1]);
  expect(take(3, owner("c", 0.5, null))).toEqual([0, 0, 2]);
});

test("failures are counted for each source and key, and leave the key's own limit alone", () => {
  const limits = limiter();
  const fail = (source: string, apiKey: string | null): number[] =>
    Array.from({ length: 4 }, () => limits.takeFailed(source, apiKey));
  expect(fail("192.0.2.1", "a")).toEqual([0, 0, 0, 1]);
  expect(fail("192.0.2.1", "b")).toEqual([0, 0, 0, 1]);
  expect(fail("192.0.2.1", null)).toEqual([0, 0, 0, 1]);
  expect(fail("192.0.2.2", "a")).toEqual([0, 0, 0, 1]);
  expect([limits.takeProven(owner("a")), limits.takeProven(owner("a"))]).toEqual([0, 0]);
});

test("sources without end make no key's count forgotten", () => {
  const limits = limiter();
  limits.takeProven(owner("a"));
  limits.takeProven(owner("a"));
  for (let i = 0; i < 20_000; i += 1) limits.takeFailed(`source ${i}`, null);
  expect(limits.takeProven(owner("a"))).toBe(1);
});
