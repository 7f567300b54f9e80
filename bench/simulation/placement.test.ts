import { expect, test } from "vitest";
import { randomFrom } from "../routing/random.mjs";
import { intoRecords, perSecondOf, zipfMerchants } from "./merchants";
import { placeByChance, placeEvenly } from "./placement";

const MERCHANTS = zipfMerchants(1_000, 0.8, 10_000);

test("merchants by Zipf's law have all payments, and the second has its part of the first", () => {
  expect(perSecondOf(MERCHANTS)).toBeCloseTo(10_000);
  expect((MERCHANTS[1]?.perSecond ?? 0) / (MERCHANTS[0]?.perSecond ?? 0)).toBeCloseTo(2 ** -0.8);
});

test("a merchant beyond the limit gets as few equal records as stay within it", () => {
  const records = intoRecords(
    [
      { name: "large", perSecond: 1_001 },
      { name: "small", perSecond: 500 },
    ],
    500,
  );
  expect(records.map(({ perSecond }) => Math.round(perSecond))).toEqual([334, 334, 334, 500]);
  expect(perSecondOf(records)).toBeCloseTo(1_501);
});

test("placed evenly, every merchant has one cell, and no two cells differ by more than a small merchant", () => {
  const cells = placeEvenly(MERCHANTS, 10);
  expect(cells.flat().toSorted((a, b) => b.perSecond - a.perSecond)).toEqual(MERCHANTS);
  const loads = cells.map(perSecondOf);
  expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(MERCHANTS.at(-1)?.perSecond ?? 0);
});

test("placed by chance, every merchant has one cell, and the cells differ widely", () => {
  const cells = placeByChance(MERCHANTS, 10, randomFrom(1));
  expect(cells.flat()).toHaveLength(MERCHANTS.length);
  expect(new Set(cells.flat()).size).toBe(MERCHANTS.length);
  const loads = cells.map(perSecondOf);
  expect(Math.max(...loads) / Math.min(...loads)).toBeGreaterThan(1.2);
});
