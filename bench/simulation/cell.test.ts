import { describe, expect, test } from "vitest";
import { CREATION, FOLLOWING, RETRY_PAUSES_MS } from "./assumptions";
import { type Cell, type PlacedMerchant, simulateCell } from "./cell";
import { REFUNDS_PER_PAYMENT } from "./figures";
import { DATABASE_MS_PER_PAYMENT } from "./fullness";

const SPAN = { durationMs: 60_000, measuredFromMs: 10_000 };
const LOST = { fromMs: 20_000, untilMs: 40_000 };
const SEED = 3;

function merchant(
  name: string,
  perSecond: number,
  keyLimit: PlacedMerchant["keyLimit"] = null,
): PlacedMerchant {
  return { name, perSecond, group: name, keyLimit };
}

function cellOf(change: Partial<Cell> = {}): Cell {
  return {
    merchants: [merchant("a", 80), merchant("b", 20)],
    processors: { service: 1, worker: 1, database: 1 },
    refusalMs: 0.1,
    lost: null,
    slowness: null,
    ...change,
  };
}

function outcomesOf(cell: Cell, seed = SEED) {
  return [...simulateCell(cell, SPAN, seed).outcomes.values()];
}

const CELLS: [string, Cell][] = [
  ["that works", cellOf()],
  ["that is lost for a while", cellOf({ lost: LOST })],
  ["with twice the payments it can serve", cellOf({ merchants: [merchant("a", 500)] })],
  ["that limits its merchants", cellOf({ merchants: [merchant("a", 100, { perSecond: 20, burst: 40 })] })],
  ["with a gateway that fails", cellOf({ slowness: { ...LOST, answerMs: 10_000 } })],
];

test.each(CELLS)("in a cell %s, each payment is created, waiting or given up", (_, cell) => {
  for (const { wanted, created, waiting, givenUp } of outcomesOf(cell)) {
    expect(wanted).toBeGreaterThan(500);
    expect(created + waiting + givenUp).toBe(wanted);
  }
});

test("the same seed gives the same result, another seed another one", () => {
  const cell = cellOf({ lost: LOST });
  expect(outcomesOf(cell)).toEqual(outcomesOf(cell));
  expect(outcomesOf(cell)).not.toEqual(outcomesOf(cell, SEED + 1));
});

test("creations wait for one processor of the database as the Pollaczek-Khinchine formula says", () => {
  const perSecond = 200;
  const cell = cellOf({
    merchants: [merchant("a", perSecond)],
    processors: { service: 32, worker: 32, database: 1 },
  });
  const busy = (perSecond * DATABASE_MS_PER_PAYMENT) / 1_000;
  // Of exponential lengths, the mean square is twice the square of the mean.
  const squares = [CREATION, ...FOLLOWING].reduce(
    (sum, { cost, isOfRefund }) => sum + 2 * cost.databaseMs ** 2 * (isOfRefund ? REFUNDS_PER_PAYMENT : 1),
    0,
  );
  const wanted = ((perSecond / 1_000) * squares) / (2 * (1 - busy));
  const tally = simulateCell(cell, { durationMs: 300_000, measuredFromMs: 10_000 }, SEED);
  expect(tally.of("a").waits.meanMs / wanted).toBeGreaterThan(0.9);
  expect(tally.of("a").waits.meanMs / wanted).toBeLessThan(1.1);
});

test("a cell with more work than processors creates what its database can do, and its queue grows", () => {
  const tally = simulateCell(
    cellOf({
      merchants: [merchant("a", 400)],
      processors: { service: 4, worker: 4, database: 1 },
    }),
    SPAN,
    SEED,
  );
  const createdASecond = tally.of("a").created / 50;
  expect(createdASecond).toBeLessThan((1_000 / DATABASE_MS_PER_PAYMENT) * 1.05);
  expect(tally.queueAt[14]).toBeGreaterThan(2 * (tally.queueAt[4] ?? 0));
});

describe("a cell that is lost for 20 s", () => {
  const tally = simulateCell(cellOf({ lost: LOST }), SPAN, SEED);

  test("refuses what is sent meanwhile, and little else", () => {
    const { refused, wanted } = tally.of("a");
    // 20 of the 50 seconds that count; how many payments a second has is drawn by chance.
    expect(refused / wanted).toBeGreaterThan(0.38);
    expect(refused / wanted).toBeLessThan(0.42);
  });

  test("creates payments of retries when it is back, none earlier", () => {
    const waits = tally.waitAt();
    for (const [second, wait] of waits.entries()) {
      if (second < 20 || second >= 40 || wait === null) continue;
      expect(wait).toBeGreaterThanOrEqual(LOST.untilMs - (second + 1) * 1_000);
    }
  });

  test("loses no payment whose retries last longer than the loss", () => {
    const longest = RETRY_PAUSES_MS.reduce((sum, pause) => sum + pause * 0.5, 0);
    const short = { fromMs: 20_000, untilMs: 20_000 + longest };
    const [outcome] = outcomesOf(cellOf({ lost: short }));
    expect([outcome?.givenUp, outcome?.refused === 0]).toEqual([0, false]);
  });
});

test("a key's limit refuses the merchant beyond it, and nobody else", () => {
  // Ten creations a second are thirty-one requests of the merchant; beyond the limit only the large one is refused.
  const limit = { perSecond: 60, burst: 120 };
  const cell = cellOf({
    merchants: [merchant("large", 100, limit), merchant("small", 10, limit)],
    refusalMs: 0,
  });
  const tally = simulateCell(cell, SPAN, SEED);
  expect([tally.of("small").refused, tally.of("small").givenUp]).toEqual([0, 0]);
  expect(tally.of("large").givenUp).toBeGreaterThan(0.2 * tally.of("large").wanted);
});
