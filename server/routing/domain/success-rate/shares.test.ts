import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contender } from "@/tools/testing/routing/contender";
import { randomFrom } from "@/tools/testing/routing/random";
import { type Contender, movedShares, wantedShares } from "./shares";

/** How often each is chosen when rates are drawn from the beliefs, many times. */
function drawnShares(contenders: readonly Contender[], within: number): number[] {
  const DRAWS = 3_000;
  const draw = randomFrom(11);
  const counts = contenders.map(() => 0);
  for (let i = 0; i < DRAWS; i += 1) {
    const rates = contenders.map(({ belief }) => drawBeta(belief.alpha, belief.beta, draw));
    const highest = Math.max(...rates);
    const near = contenders.flatMap(({ feeRate }, index) =>
      (rates[index] ?? 0) >= highest - within
        ? [{ index, feeRate: feeRate ?? 0, rate: rates[index] ?? 0 }]
        : [],
    );
    const [chosen] = near.sort((a, b) => a.feeRate - b.feeRate || b.rate - a.rate);
    if (chosen !== undefined) counts[chosen.index] = (counts[chosen.index] ?? 0) + 1;
  }
  return counts.map((count) => count / DRAWS);
}

/** Draws from a beta distribution with whole parameters, by two sums of exponential numbers. */
function drawBeta(alpha: number, beta: number, draw: () => number): number {
  const gamma = (shape: number): number => {
    let sum = 0;
    for (let i = 0; i < shape; i += 1) sum -= Math.log(1 - draw());
    return sum;
  };
  const x = gamma(alpha);
  return x / (x + gamma(beta));
}

describe("the shares of gateways", () => {
  test("the better one gets nearly all, each at least the floor", () => {
    const shares = wantedShares(
      [contender("a", 360, 40), contender("b", 300, 100), contender("c", 100, 300)],
      {
        floor: 0.02,
        costWithin: 0,
      },
    );
    expect(shares[0]).toBeGreaterThan(0.95);
    expect(shares[1]).toBeCloseTo(0.02, 3);
    expect(shares[2]).toBeCloseTo(0.02, 3);
  });

  test("a failing one gets the floor; if all are failing, they share by their rates", () => {
    const settings = { floor: 0.01, costWithin: 0 };
    const failing = { ...contender("a", 390, 10), isFailing: true };
    expect(wantedShares([failing, contender("b", 200, 200)], settings)).toEqual([0.01, 0.99]);
    const all = wantedShares([failing, { ...contender("b", 200, 200), isFailing: true }], settings);
    expect(all[0]).toBeGreaterThan(0.98);
  });

  test("the lowest fee wins within the points that it may cost, not beyond", () => {
    const cheap = { ...contender("cheap", 4_400, 600), feeRate: 0.01 };
    const dear = { ...contender("dear", 4_500, 500), feeRate: 0.03 };
    const within = (costWithin: number): number =>
      wantedShares([cheap, dear], { floor: 0, costWithin })[0] ?? 0;
    expect(within(0)).toBeLessThan(0.01);
    expect(within(0.01)).toBeLessThan(0.2);
    expect(within(0.04)).toBeGreaterThan(0.99);
  });

  test("of three, the cheapest one that is near enough to the best one wins, however the fees differ", () => {
    const rates = [0.9, 0.915, 0.93];
    const of = (feeRates: readonly (number | null)[], costWithin: number): number[] =>
      wantedShares(
        rates.map((rate, index) => ({
          gateway: `g${index}`,
          belief: { alpha: 200_000 * rate, beta: 200_000 * (1 - rate) },
          isFailing: false,
          tried: 200_000,
          feeRate: feeRates[index] ?? null,
        })),
        { floor: 0, costWithin },
      ).map((share) => Math.round(share * 100) / 100);
    expect(of([0.01, 0.02, 0.03], 0.04)).toEqual([1, 0, 0]);
    expect(of([0.01, 0.02, 0.03], 0.02)).toEqual([0, 1, 0]);
    expect(of([0.01, 0.02, 0.03], 0.01)).toEqual([0, 0, 1]);
    // The difference of the fees does not matter, only which one is lower; equal ones go by the rate.
    expect(of([0.029_999, 0.03, 0.03], 0.04)).toEqual([1, 0, 0]);
    expect(of([0.02, 0.02, 0.03], 0.04)).toEqual([0, 1, 0]);
    expect(of([0.02, 0.02, 0.02], 0.04)).toEqual([0, 0, 1]);
  });

  test("with a fee missing, fees do not count; of a failing gateway it is not missed", () => {
    const known = [
      { ...contender("cheap", 4_400, 600), feeRate: 0.01 },
      { ...contender("dear", 4_500, 500), feeRate: 0.03 },
    ];
    const third = contender("third", 2_500, 2_500);
    const settings = { floor: 0, costWithin: 0.04 };
    expect(wantedShares([...known, third], settings)[0]).toBeLessThan(0.01);
    expect(wantedShares([...known, { ...third, isFailing: true }], settings)[0]).toBeGreaterThan(0.99);
  });

  test("as drawing rates and choosing by them says, within a few points (property)", () => {
    const one = fc.record({
      successes: fc.integer({ min: 30, max: 60 }),
      failures: fc.integer({ min: 1, max: 40 }),
      feeRate: fc.constantFrom(0.01, 0.02, 0.03),
    });
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 2, maxLength: 4 }),
        fc.double({ min: 0.005, max: 0.2, noNaN: true }),
        (gateways, costWithin) => {
          const contenders = gateways.map(({ successes, failures, feeRate }, index) => ({
            ...contender(`g${index}`, successes, failures),
            feeRate,
          }));
          const shares = wantedShares(contenders, { floor: 0, costWithin });
          const drawn = drawnShares(contenders, costWithin);
          shares.forEach((share, index) => {
            expect(Math.abs(share - (drawn[index] ?? 0))).toBeLessThan(0.04);
          });
        },
      ),
      { numRuns: 12 },
    );
  });

  test("they move no further than allowed, stay whole, and get there (property)", () => {
    const whole = (weights: number[]): number[] => {
      const sum = weights.reduce((total, weight) => total + weight, 0);
      return weights.map((weight) => weight / sum);
    };
    const weights = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(weights, weights, fc.double({ min: 0.05, max: 0.5, noNaN: true }), (one, other, most) => {
        const wanted = whole(other);
        let shares = whole(one);
        for (let step = 0; step < 25; step += 1) {
          const next = movedShares(shares, wanted, { most, failing: [false, false, false] });
          next.forEach((share, index) => {
            expect(Math.abs(share - (shares[index] ?? 0))).toBeLessThanOrEqual(most + 1e-9);
          });
          expect(next.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
          shares = next;
        }
        shares.forEach((share, index) => {
          expect(share).toBeCloseTo(wanted[index] ?? 0, 6);
        });
      }),
    );
  });

  test("a failing gateway loses its share at once", () => {
    const moved = movedShares([0.8, 0.2], [0.01, 0.99], { most: 0, failing: [true, false] });
    expect(moved[0]).toBeCloseTo(0.01, 9);
  });

  test("what it loses goes to the others alone, however little they had", () => {
    const most = 0.1 / 60;
    const [first = 1] = movedShares([0.99, 0.01], [0.01, 0.99], { most, failing: [true, false] });
    expect(first).toBeCloseTo(0.01, 9);
    const earlier = [0.98, 0.009_999, 0.010_001];
    const moved = movedShares(earlier, [0.01, 0.01, 0.98], { most, failing: [true, true, false] });
    expect(moved[0]).toBeCloseTo(0.01, 9);
    expect(moved[1]).toBeLessThanOrEqual(0.01);
    expect(moved[2]).toBeGreaterThan(0.979);
  });

  test("they are numbers that sum to 1 even when no time has passed and the others had none", () => {
    expect(movedShares([1, 0], [0, 1], { most: 0, failing: [true, false] })).toEqual([0, 1]);
    expect(movedShares([0, 0], [0.7, 0.3], { most: 0, failing: [false, false] })).toEqual([0.7, 0.3]);
  });

  test("when all are failing, none loses its share at once", () => {
    const moved = movedShares([0.9, 0.1], [0.1, 0.9], { most: 0.01, failing: [true, true] });
    expect(moved[0]).toBeCloseTo(0.89, 9);
  });
});
