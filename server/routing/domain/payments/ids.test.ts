import { expect, test } from "vitest";
import { formatId, IdSequence } from "./ids";

test("the date is the millisecond's own in UTC, also across midnight (decision 0030)", () => {
  const midnight = Date.UTC(2026, 10, 21);
  expect(formatId("TXN", midnight - 1)).toBe(`TXN20261120${midnight - 1}`);
  expect(formatId("RFD", midnight)).toBe(`RFD20261121${midnight}`);
});

test("100,000 ids of one millisecond, of a clock that stops and steps back, are distinct and rise (decision 0030, failure 20)", () => {
  const sequence = new IdSequence();
  const start = Date.UTC(2026, 0, 1);
  const ids = Array.from({ length: 100_000 }, (_, i) => sequence.next("TXN", 1, start - (i % 1000)));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

test("merchants and kinds do not push each other forward", () => {
  const sequence = new IdSequence();
  const at = Date.UTC(2026, 0, 1);
  expect(sequence.next("TXN", 1, at)).toBe(sequence.next("TXN", 2, at));
  expect(sequence.next("RFD", 1, at).slice(3)).toBe(formatId("TXN", at).slice(3));
});

test("after a skip the ids still rise, and no more are left out than asked", () => {
  const sequence = new IdSequence();
  const at = Date.UTC(2026, 0, 1);
  const msOf = (id: string): number => Number(id.slice(-13));
  for (let last = msOf(sequence.next("TXN", 1, at)), tries = 0; tries < 1_000; tries += 1) {
    sequence.skip("TXN", 1, 7);
    const next = msOf(sequence.next("TXN", 1, at));
    expect(next).toBeGreaterThan(last);
    expect(next).toBeLessThanOrEqual(last + 8);
    last = next;
  }
});
