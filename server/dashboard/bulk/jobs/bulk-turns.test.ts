import { expect, test } from "vitest";
import { BulkTurns } from "./bulk-turns";

/** Work that ends when the test says so. */
function held(): { work: () => Promise<string>; end: () => void } {
  let end = (): void => undefined;
  const until = new Promise<string>((resolve) => {
    end = () => resolve("done");
  });
  return { work: () => until, end: () => end() };
}

test("bulk work of many accounts takes two workers of a process, and each account comes after those who wait", async () => {
  const turns = new BulkTurns();
  let nowMs = 0;
  const elapsed = (): number => nowMs;
  const [a, b] = [held(), held()];
  const first = turns.take("1", elapsed, a.work);
  const second = turns.take("2", elapsed, b.work);
  expect(await turns.take("3", elapsed, held().work)).toBeNull();
  expect(await turns.take("4", elapsed, held().work)).toBeNull();
  a.end();
  await first;
  // It has just had a turn: the free place is that of the account that has waited longest.
  expect(await turns.take("1", elapsed, held().work)).toBeNull();
  expect(await turns.take("4", elapsed, held().work)).toBeNull();
  const c = held();
  const third = turns.take("3", elapsed, c.work);
  b.end();
  await second;
  expect(await turns.take("4", elapsed, () => Promise.resolve("ran"))).toBe("ran");
  c.end();
  expect(await third).toBe("done");

  // Those who do not ask any more keep nobody waiting.
  nowMs += 10_000;
  expect(await turns.take("5", elapsed, () => Promise.resolve("ran"))).toBe("ran");
});

test("a run of one account alone never waits, and a turn that fails is given back", async () => {
  const turns = new BulkTurns();
  const elapsed = (): number => 0;
  for (let batch = 0; batch < 5; batch += 1) {
    const failing = turns.take("1", elapsed, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(await turns.take("1", elapsed, () => Promise.resolve(batch))).toBe(batch);
  }
});
