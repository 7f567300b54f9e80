import { expect, test } from "vitest";
import { randomFrom } from "../routing/random.mjs";
import { EventQueue } from "./event-queue";
import { KeyLimit } from "./key-limit";
import { picker } from "./pick";
import { TimedList } from "./timed-list";
import { Waits } from "./waits";

test("events come out in the order of their time, also when some are added in between", () => {
  const random = randomFrom(1);
  const queue = new EventQueue<{ at: number }>();
  const taken: number[] = [];
  for (let round = 0; round < 1_000; round += 1) {
    const now = taken.at(-1) ?? 0;
    for (let index = 0; index < 3; index += 1) queue.add({ at: now + random() });
    taken.push(queue.take()?.at ?? -1);
  }
  for (let event = queue.take(); event !== undefined; event = queue.take()) taken.push(event.at);
  expect(taken).toHaveLength(3_000);
  expect(taken).toEqual(taken.toSorted((a, b) => a - b));
});

test("a list of what is due keeps each value, also after many were taken", () => {
  const list = new TimedList();
  for (let index = 0; index < 30_000; index += 1) list.add(index, index);
  const taken = Array.from({ length: 30_000 }, () => [list.dueAt, list.take()]);
  expect(taken.every(([at, value], index) => at === index && value === index)).toBe(true);
  expect(list.dueAt).toBe(Infinity);
});

test("quantiles and mean of a distribution are exact to two percent", () => {
  const random = randomFrom(2);
  const times = Array.from({ length: 20_000 }, () => 10 ** (4 * random()));
  const waits = new Waits();
  for (const ms of times) waits.add(ms);
  const sorted = times.toSorted((a, b) => a - b);
  for (const part of [0.5, 0.95, 0.99]) {
    const wanted = sorted[Math.ceil(part * times.length) - 1] ?? 0;
    expect(waits.quantile(part) / wanted).toBeGreaterThanOrEqual(0.999);
    expect(waits.quantile(part) / wanted).toBeLessThan(1.021);
  }
  expect(waits.meanMs).toBeCloseTo(times.reduce((sum, ms) => sum + ms, 0) / times.length);
});

test("a key's limit admits its burst at once, then its rate, and its burst again after a pause", () => {
  const limit = new KeyLimit({ perSecond: 10, burst: 5 });
  const admitted = (at: number, count: number): number =>
    Array.from({ length: count }, () => limit.admits(at)).filter(Boolean).length;
  expect([admitted(0, 20), admitted(100, 20), admitted(10_000, 20)]).toEqual([5, 1, 5]);
});

test("an index is drawn as often as its weight says", () => {
  const pick = picker([1, 0, 3], randomFrom(3));
  const counts = [0, 0, 0];
  for (let index = 0; index < 40_000; index += 1) {
    const drawn = pick();
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  expect([counts[0], counts[1], counts[2]].map((count) => Math.round((count ?? 0) / 1_000))).toEqual([
    10, 0, 30,
  ]);
});
