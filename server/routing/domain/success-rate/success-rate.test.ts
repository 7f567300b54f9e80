import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Scatter } from "../rules/split";
import { bestProbabilities } from "./best-probability";
import { averageAmountIn, countOutcome, knownOf, type Statistics } from "./counted";
import { meanOf } from "./estimate";
import { orderBySuccess } from "./order";
import { ALL_PAYMENTS, parentOf, readSegment, type SegmentFacts, segmentsOf, segmentsTo } from "./segment";
import { movedShares, wantedShares } from "./shares";
import { DEFAULT_STATISTICS } from "./statistics";

const T0 = new Date("2026-03-01T10:00:00Z");
const later = (ms: number): Date => new Date(T0.getTime() + ms);
const HOUR_MS = 3_600_000;

const factsArbitrary: fc.Arbitrary<SegmentFacts> = fc.record({
  amountPaise: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  currency: fc.constantFrom("INR", "USD"),
  paymentMethod: fc.constantFrom(null, "CC" as const, "UPI" as const),
  cardScheme: fc.constantFrom(null, "VISA" as const),
  issuingBank: fc.oneof(fc.constant(null), fc.string({ minLength: 1, unit: "grapheme" })),
});

describe("the segments of a payment", () => {
  test("from all payments to those of its method, scheme, bank and amount band", () => {
    const facts: SegmentFacts = {
      amountPaise: 50_000n,
      currency: "INR",
      paymentMethod: "CC",
      cardScheme: "VISA",
      issuingBank: "HDFC & Co",
    };
    const segments = segmentsOf(facts);
    expect(segments).toHaveLength(5);
    expect(readSegment(segments[4] ?? "")).toEqual({
      currency: "INR",
      method: "CC",
      scheme: "VISA",
      bank: "HDFC & Co",
      fromPaise: 10_000n,
      belowPaise: 100_000n,
    });
    expect(segmentsOf({ ...facts, amountPaise: 100_000n })[4]).not.toBe(segments[4]);
  });

  test("each leads back to all payments through the same segments (property)", () => {
    fc.assert(
      fc.property(factsArbitrary, (facts) => {
        const segments = segmentsOf(facts);
        expect(segments[0]).toBe(ALL_PAYMENTS);
        expect(segmentsTo(segments.at(-1) ?? "")).toEqual(segments);
        expect(parentOf(ALL_PAYMENTS)).toBeNull();
        expect(new Set(segments).size).toBe(segments.length);
      }),
    );
  });
});

describe("how probable it is that a gateway is the best", () => {
  test("sums to 1, is the same for the same beliefs, and grows with the rate (property)", () => {
    const belief = fc.record({
      alpha: fc.double({ min: 0.1, max: 500, noNaN: true }),
      beta: fc.double({ min: 0.1, max: 500, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(belief, { minLength: 1, maxLength: 10 }), (beliefs) => {
        const candidates = beliefs.map((one) => ({ belief: one, fee: 0 }));
        const shares = bestProbabilities(candidates, 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        expect(shares.every((share) => share >= 0)).toBe(true);
        expect(bestProbabilities(candidates, 0)).toEqual(shares);
      }),
    );
  });

  test("as drawing from the beliefs says, within two points", () => {
    // P(Beta(9,3) > Beta(6,6)) by exact summation over the second one's whole numbers.
    const [better] = bestProbabilities(
      [
        { belief: { alpha: 9, beta: 3 }, fee: 0 },
        { belief: { alpha: 6, beta: 6 }, fee: 0 },
      ],
      0,
    );
    expect(better).toBeGreaterThan(exactProbability(9, 3, 6, 6) - 0.02);
    expect(better).toBeLessThan(exactProbability(9, 3, 6, 6) + 0.02);
  });

  test("a rate that is certain beats a lower one that is certain", () => {
    const shares = bestProbabilities(
      [
        { belief: { alpha: 360, beta: 40 }, fee: 0 },
        { belief: { alpha: 320, beta: 80 }, fee: 0 },
      ],
      0,
    );
    expect(shares[0]).toBeGreaterThan(0.999);
  });
});

/** P(X > Y) for X ~ Beta(a, b), Y ~ Beta(c, d) with whole numbers. */
function exactProbability(a: number, b: number, c: number, d: number): number {
  const lnGamma = (n: number): number => {
    let sum = 0;
    for (let i = 2; i < n; i += 1) sum += Math.log(i);
    return sum;
  };
  const lnBeta = (x: number, y: number): number => lnGamma(x) + lnGamma(y) - lnGamma(x + y);
  let sum = 0;
  for (let i = 0; i < a; i += 1) {
    sum += Math.exp(lnBeta(c + i, d + b) - Math.log(b + i) - lnBeta(1 + i, b) - lnBeta(c, d));
  }
  return sum;
}

const contender = (gateway: string, successes: number, failures: number) => ({
  gateway,
  belief: { alpha: successes + 1, beta: failures + 1 },
  isFailing: false,
  tried: successes + failures,
  feeRate: null as number | null,
});

/** How often each is chosen when rates are drawn from the beliefs, many times. */
function drawnShares(contenders: readonly ReturnType<typeof contender>[], within: number): number[] {
  const DRAWS = 3_000;
  const draw = fastDraw(11);
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

/** As `drawFrom`, for many: SHA-256 takes too long. */
function fastDraw(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** For whole numbers: by two sums of exponential numbers. */
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

describe("what outcomes say", () => {
  const SEGMENTS = ["*", "currency=INR&method=CC"];
  const count = (
    statistics: Statistics,
    gateway: string,
    results: readonly boolean[],
    at = T0,
    segments = SEGMENTS,
  ): boolean[] =>
    results.map((isSuccess) =>
      countOutcome(statistics, { segments, gateway, isSuccess, at }, DEFAULT_STATISTICS),
    );
  const times = (n: number, isSuccess: boolean): boolean[] => Array.from({ length: n }, () => isSuccess);
  const known = (statistics: Statistics, gateway: string, at = T0, segments = SEGMENTS) => {
    const [found] = knownOf(statistics, segments, [gateway], at, DEFAULT_STATISTICS);
    if (found === undefined) throw new Error("nothing is known");
    return found;
  };

  test("the rate follows the latest outcomes: after a window of them nothing is left of what was before", () => {
    const statistics: Statistics = new Map();
    count(statistics, "a", times(400, true));
    expect(meanOf(known(statistics, "a").belief)).toBeGreaterThan(0.95);
    for (let i = 0; i < 600; i += 1) count(statistics, "a", [true, false]);
    expect(meanOf(known(statistics, "a").belief)).toBeCloseTo(0.5, 1);
  });

  test("a segment with few outcomes has the rate of the coarser one; with many, its own", () => {
    const statistics: Statistics = new Map();
    for (let i = 0; i < 100; i += 1) {
      count(statistics, "a", times(9, true), T0, ["*"]);
      count(statistics, "a", times(1, false), T0, ["*"]);
    }
    const fine = ["*", "currency=INR&method=NB"];
    expect(meanOf(known(statistics, "a", T0, fine).belief)).toBeGreaterThan(0.8);
    count(statistics, "a", times(300, false), T0, fine);
    expect(meanOf(known(statistics, "a", T0, fine).belief)).toBeLessThan(0.3);
  });

  const FINE = [
    "*",
    "currency=INR&method=CC",
    "currency=INR&method=CC&scheme=VISA",
    "currency=INR&method=CC&scheme=VISA&bank=HDFC",
    "currency=INR&method=CC&scheme=VISA&bank=HDFC&band=1",
  ];
  /** The shares of these gateways in the finest of the first segments. */
  const sharesIn = (statistics: Statistics, levels: number, gateways: readonly string[]): number[] => {
    const found = knownOf(statistics, FINE.slice(0, levels), gateways, T0, DEFAULT_STATISTICS);
    const contenders = found.map((one, index) => ({ ...one, gateway: gateways[index] ?? "", feeRate: null }));
    return wantedShares(contenders, { floor: 0.01, costWithin: 0 });
  };

  test("one failed payment is one, however fine its segment: the other gateway does not get nearly everything", () => {
    const statistics: Statistics = new Map();
    count(statistics, "a", [false], T0, FINE);
    for (const levels of [1, 2, 3, 4, 5]) {
      expect(sharesIn(statistics, levels, ["a", "b"])[0], String(levels)).toBeGreaterThan(0.2);
    }
    count(statistics, "a", times(12, false), T0, FINE);
    count(statistics, "b", times(12, true), T0, FINE);
    expect(sharesIn(statistics, 5, ["a", "b"])[0]).toBeLessThan(0.05);
  });

  test("a gateway without outcomes is on trial beside others that have many, and is freed by its successes", () => {
    const statistics: Statistics = new Map();
    for (let i = 0; i < 400; i += 1) {
      count(statistics, "a", [i % 10 !== 0], T0, FINE);
      count(statistics, "b", [i % 5 !== 0], T0, FINE);
    }
    for (const levels of [1, 3, 5]) {
      const [a = 0, , added = 0] = sharesIn(statistics, levels, ["a", "b", "new"]);
      expect(added).toBeGreaterThan(0.05);
      expect(added).toBeLessThan(0.12);
      expect(a).toBeGreaterThan(0.8);
    }
    count(statistics, "new", times(60, true), T0, FINE);
    expect(sharesIn(statistics, 5, ["a", "b", "new"])[2]).toBeGreaterThan(0.7);
  });

  test("where no gateway has outcomes, none is on trial", () => {
    expect(sharesIn(new Map(), 5, ["a", "b"])).toEqual([0.5, 0.5]);
    const alone = wantedShares([{ ...contender("a", 100, 10), isFailing: true }, contender("b", 2, 1)], {
      floor: 0.01,
      costWithin: 0,
    });
    expect(alone[1]).toBeCloseTo(0.99, 9);
  });

  test("a gateway that gets the difficult payments is not worse for it", () => {
    const statistics: Statistics = new Map();
    const easy = ["*", "currency=INR&method=UPI"];
    const hard = ["*", "currency=INR&method=CC"];
    const third = ["*", "currency=INR&method=NB"];
    // Where both are tried they are equal, but most of `a` is in the difficult segment.
    for (let i = 0; i < 60; i += 1) {
      count(statistics, "a", [true, false, true, false, true, false], T0, hard);
      count(statistics, "b", [true, false], T0, hard);
      count(statistics, "a", [true], T0, easy);
      count(statistics, "b", [true, true, true, true, true], T0, easy);
    }
    const [a, b] = [known(statistics, "a", T0, third), known(statistics, "b", T0, third)];
    expect(Math.abs(meanOf(a.belief) - meanOf(b.belief))).toBeLessThan(0.08);
  });

  test("the average amount of a segment follows its outcomes, and is of all gateways together", () => {
    const statistics: Statistics = new Map();
    const pay = (gateway: string, amountPaise: bigint, n: number): void => {
      for (let i = 0; i < n; i += 1) {
        const outcome = { segments: SEGMENTS, gateway, isSuccess: true, amountPaise, at: T0 };
        countOutcome(statistics, outcome, DEFAULT_STATISTICS);
      }
    };
    count(statistics, "old", [true]);
    expect(averageAmountIn(statistics, "*")).toBeNull();
    pay("a", 10_000n, 30);
    pay("b", 50_000n, 10);
    expect(averageAmountIn(statistics, "*")).toBe(20_000n);
    pay("a", 90_000n, 3_000);
    expect(averageAmountIn(statistics, "*")).toBeGreaterThan(88_000n);
  });

  test("a gateway whose failures jump counts as failing within 20 outcomes, and recovers by its successes", () => {
    const statistics: Statistics = new Map();
    count(statistics, "a", times(90, true));
    count(
      statistics,
      "a",
      times(10, false).flatMap((value) => [true, true, true, value]),
    );
    expect(known(statistics, "a").isFailing).toBe(false);
    const turned = count(statistics, "a", times(20, false));
    expect(turned).toContain(true);
    expect(known(statistics, "a").isFailing).toBe(true);
    count(statistics, "a", times(25, true));
    expect(known(statistics, "a").isFailing).toBe(false);
  });

  test("one that nobody hears of again gets another chance within an hour, and what is known of it fades", () => {
    const statistics: Statistics = new Map();
    count(statistics, "a", [...times(100, true), ...times(30, false)]);
    expect(known(statistics, "a", later(5 * 60_000)).isFailing).toBe(true);
    expect(known(statistics, "a", later(HOUR_MS)).isFailing).toBe(false);
    const sure = ({ belief }: ReturnType<typeof known>): number => belief.alpha + belief.beta;
    expect(sure(known(statistics, "a", later(30 * 24 * HOUR_MS)))).toBeLessThan(
      sure(known(statistics, "a")) * 0.6,
    );
  });

  test("a failing gateway gets its chance within an hour of its outcomes even when a clock was ahead", () => {
    const statistics: Statistics = new Map();
    count(statistics, "a", times(100, true));
    count(statistics, "a", [true], later(365 * 24 * HOUR_MS));
    count(statistics, "a", [...times(100, true), ...times(30, false)]);
    expect(known(statistics, "a").isFailing).toBe(true);
    expect(known(statistics, "a", later(HOUR_MS)).isFailing).toBe(false);
  });

  test("more payments of a difficult kind are no jump: what is usual follows what they are", () => {
    const statistics: Statistics = new Map();
    const easy = ["*", "currency=INR&method=UPI"];
    const hard = ["*", "currency=INR&method=NB"];
    const draw = drawFrom(5);
    const pay = (segments: string[], rate: number): boolean =>
      count(statistics, "a", [draw() < rate], T0, segments).includes(true);
    for (let i = 0; i < 1_500; i += 1) pay(i % 20 === 0 ? hard : easy, i % 20 === 0 ? 0.45 : 0.95);
    const turned = Array.from({ length: 200 }, () => pay(hard, 0.45));
    expect(turned).not.toContain(true);
    // A loss at the same kind of payments is still one.
    expect(Array.from({ length: 40 }, () => pay(easy, 0.02))).toContain(true);
  });

  test("ordinary variation is no jump: 20,000 outcomes of an even rate raise no alarm", () => {
    const statistics: Statistics = new Map();
    const draw = drawFrom(3);
    const turned = Array.from({ length: 20_000 }, () =>
      count(statistics, "a", [draw() < 0.8]).includes(true),
    );
    expect(turned).not.toContain(true);
  });
});

/** Numbers from 0 up to 1, the same ones for the same seed. */
function drawFrom(seed: number): () => number {
  let n = 0;
  return () => {
    n += 1;
    return createHash("sha256").update(`${seed} ${n}`).digest().readUIntBE(0, 6) / 2 ** 48;
  };
}

describe("the order of a target's gateways", () => {
  const scatter: Scatter = (text) =>
    (createHash("sha256").update(text).digest().readUIntBE(0, 6) + 1) / 2 ** 48;
  const target = {
    kind: "success_rate" as const,
    gateways: ["a", "b", "c"],
    floor: 0.01,
    shiftPerMinute: 1,
    costWithin: 0,
  };
  const shares = {
    segment: ALL_PAYMENTS,
    at: T0,
    costWithin: 0,
    gateways: [
      { gateway: "a", share: 0.9, rate: 0.9, outcomes: 100, isFailing: false, feeRate: null },
      { gateway: "b", share: 0.1, rate: 0.8, outcomes: 100, isFailing: false, feeRate: null },
    ],
  };
  const firsts = (of: typeof shares | null): Record<string, number> => {
    const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
    for (let i = 0; i < 3_000; i += 1) {
      const [first = ""] = orderBySuccess(target, of, `ORDER-${i}`, scatter);
      counts[first] = (counts[first] ?? 0) + 1;
    }
    return counts;
  };

  test("follows the shares; a gateway without one gets the floor", () => {
    const counts = firsts(shares);
    expect((counts["a"] ?? 0) / 3_000).toBeCloseTo(0.9 / 1.01, 1);
    expect(counts["c"]).toBeGreaterThan(3);
    expect(counts["c"]).toBeLessThan(90);
  });

  test("is equal while nothing is known, and can be repeated", () => {
    for (const count of Object.values(firsts(null))) expect(count / 3_000).toBeCloseTo(1 / 3, 1);
    expect(orderBySuccess(target, shares, "ORDER-7", scatter)).toEqual(
      orderBySuccess(target, shares, "ORDER-7", scatter),
    );
  });
});
