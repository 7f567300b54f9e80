import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { cachedCount } from "./cached-count";
import type { Pool } from "./pool";

const AT = new Date("2026-01-02T00:00:00Z");
const after = (ms: number): Date => new Date(AT.getTime() + ms);
/** These counts do not use their pool: it only matters that the two differ. */
const [ONE, OTHER] = [{} as Pool, {} as Pool];

it("is queried once a second for each database, however many callers there are", async () => {
  let queried = 0;
  const count = cachedCount(() => Promise.resolve((queried += 1)));
  expect(await Promise.all([count(ONE, AT), count(ONE, AT), count(ONE, after(999))])).toEqual([1, 1, 1]);
  expect(await count(ONE, after(1_000))).toBe(2);
  expect(await count(OTHER, after(1_000))).toBe(3);
  expect(await count(ONE, after(1_001))).toBe(2);
});

it("that fails leaves the last result, and the next call queries again", async () => {
  let queried = 0;
  const count = cachedCount(() => {
    queried += 1;
    return queried === 2 ? Promise.reject(new Error("down")) : Promise.resolve(queried * 10);
  });
  expect(await count(ONE, AT)).toBe(10);
  expect(await count(ONE, after(2_000))).toBe(10);
  expect(await count(ONE, after(2_001))).toBe(30);
});

it("that fails at first is none", async () => {
  const count = cachedCount(() => Promise.reject(new Error("down")));
  expect(await count(ONE, AT)).toBe(0);
});

it("that takes long is not waited for, and serves those who ask when it has come", async () => {
  let come = (_found: number): void => undefined;
  const count = cachedCount(() => new Promise<number>((resolve) => (come = resolve)));
  expect(await count(ONE, AT)).toBe(0);
  come(7);
  await sleep(0);
  expect(await count(ONE, after(1))).toBe(7);
});

it("is queried again after a clock has stepped back", async () => {
  let queried = 0;
  const count = cachedCount(() => Promise.resolve((queried += 1)));
  await count(ONE, AT);
  expect(await count(ONE, after(-60_000))).toBe(2);
});
