import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { batchStatements } from "./batch-statements";

const LIMITS = { mostTogether: 4, batchesAtOnce: 1, patienceMs: 60_000, mostAlone: 10 };
const outage = Object.assign(new Error("terminating connection"), { code: "57P01" });
const refusal = Object.assign(new Error("value too long"), { code: "22001" });

/** Writes numbers, twice the number is the outcome; records what was written together. */
function recording({
  limits = LIMITS,
  one = (item) => Promise.resolve(item * 2),
  many = (items) => Promise.resolve(items.map((item) => item * 2)),
}: {
  limits?: typeof LIMITS;
  one?: (item: number) => Promise<number>;
  many?: (items: readonly number[]) => Promise<(number | null)[]>;
} = {}) {
  const written: number[][] = [];
  const write = batchStatements<number, number>(
    {
      one: (item) => {
        written.push([item]);
        return one(item);
      },
      many: (items) => {
        written.push([...items]);
        return many(items);
      },
    },
    limits,
  );
  return { write, written };
}

describe("writes of several callers", () => {
  test("one that is alone is written alone", async () => {
    const { write, written } = recording();
    expect(await write(1)).toBe(2);
    expect(written).toEqual([[1]]);
  });

  test("those of one turn share a statement, up to the most, and each has its own outcome", async () => {
    const { write, written } = recording();
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(write))).toEqual([2, 4, 6, 8, 10, 12]);
    expect(written).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
  });

  test("those that their statement leaves are written alone, a few at a time", async () => {
    let running = 0;
    let most = 0;
    const { write } = recording({
      limits: { ...LIMITS, mostAlone: 2 },
      many: (items) => Promise.resolve(items.map(() => null)),
      one: async (item) => {
        running += 1;
        most = Math.max(most, running);
        await wait(1);
        running -= 1;
        return item * 2;
      },
    });
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(write))).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
    expect(most).toBe(2);
  });

  test("those that arrive during a write form the next one", async () => {
    let finish: (outcome: number) => void = () => undefined;
    const running = new Promise<number>((resolve) => (finish = resolve));
    const { write, written } = recording({
      one: (item) => (item === 1 ? running : Promise.resolve(item)),
    });
    const first = write(1);
    await wait(5);
    const others = [write(2), write(3)];
    await wait(5);
    expect(written).toEqual([[1]]);
    finish(2);
    expect(await Promise.all([first, ...others])).toEqual([2, 4, 6]);
    expect(written).toEqual([[1], [2, 3]]);
  });

  test("a write that takes long no longer holds up those after it", async () => {
    const never = new Promise<number>(() => undefined);
    const { write, written } = recording({
      limits: { ...LIMITS, patienceMs: 20 },
      one: (item) => (item === 1 ? never : Promise.resolve(item * 2)),
    });
    void write(1);
    await wait(1);
    expect(await write(2)).toBe(4);
    expect(written).toEqual([[1], [2]]);
  });
});

describe("a write that fails", () => {
  test("one that was not written with the others is written alone", async () => {
    const { write, written } = recording({
      many: (items) => Promise.resolve(items.map((n) => (n === 2 ? null : n * 2))),
    });
    expect(await Promise.all([1, 2, 3].map(write))).toEqual([2, 4, 6]);
    expect(written).toEqual([[1, 2, 3], [2]]);
  });

  test("one that the database refuses fails alone", async () => {
    const { write, written } = recording({
      many: () => Promise.reject(refusal),
      one: (item) => (item === 2 ? Promise.reject(refusal) : Promise.resolve(item * 2)),
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(write));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(written).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  test.each(["57014", "55P03"])(
    "one that the database gives up after too long (%s) fails alone",
    async (code) => {
      const tooLong = Object.assign(new Error("canceling statement"), { code });
      const { write, written } = recording({
        many: () => Promise.reject(tooLong),
        one: (item) => (item === 2 ? Promise.reject(tooLong) : Promise.resolve(item * 2)),
      });
      const outcomes = await Promise.allSettled([1, 2, 3].map(write));
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(written).toEqual([[1, 2, 3], [1], [2], [3]]);
    },
  );

  test("after an outage nobody knows whether they were written: none is written again", async () => {
    const { write, written } = recording({ many: () => Promise.reject(outage) });
    const outcomes = await Promise.allSettled([1, 2].map(write));
    expect(outcomes).toEqual([
      { status: "rejected", reason: outage },
      { status: "rejected", reason: outage },
    ]);
    expect(written).toEqual([[1, 2]]);
    expect(await write(3)).toBe(6);
  });
});
