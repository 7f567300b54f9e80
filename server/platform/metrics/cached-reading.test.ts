import { expect, test } from "vitest";
import { cachedReading } from "./cached-reading";

test("however many ask, one reading at a time begins, and none while the last is fresh", async () => {
  let now = 0;
  let begun = 0;
  const read = cachedReading(() => Promise.resolve((begun += 1)), {
    freshMs: 5_000,
    limitMs: 1_000,
    elapsedMs: () => now,
  });
  const many = await Promise.all(Array.from({ length: 50 }, () => read()));
  expect(many.every((reading) => reading.kind === "read" && reading.value === 1)).toBe(true);
  now = 4_999;
  expect(await read()).toEqual({ kind: "read", value: 1 });
  now = 5_000;
  expect(await read()).toEqual({ kind: "read", value: 2 });
});

test("a failure is kept as long as a result: a broken database is not asked more often", async () => {
  let now = 0;
  let begun = 0;
  const read = cachedReading<string>(
    () => {
      begun += 1;
      return begun === 1 ? Promise.reject(new Error("no connection")) : Promise.resolve("again");
    },
    { freshMs: 100, limitMs: 1_000, elapsedMs: () => now },
  );
  expect(await read()).toEqual({ kind: "failed" });
  expect(await read()).toEqual({ kind: "failed" });
  expect(begun).toBe(1);
  now = 100;
  expect(await read()).toEqual({ kind: "read", value: "again" });
});

test("a reading that hangs fails its callers in time and is not begun again beside itself", async () => {
  let begun = 0;
  let release: (value: string) => void = () => undefined;
  const read = cachedReading(
    () => {
      begun += 1;
      return new Promise<string>((resolve) => (release = resolve));
    },
    { freshMs: 0, limitMs: 20, elapsedMs: () => 0 },
  );
  expect(await read()).toEqual({ kind: "failed" });
  expect(await read()).toEqual({ kind: "failed" });
  expect(begun).toBe(1);
  const waiting = read();
  release("at last");
  expect(await waiting).toEqual({ kind: "read", value: "at last" });
});
