import { describe, expect, test } from "vitest";
import { randomFrom } from "@/tools/testing/routing/random";
import { type ArmSums, gainOf } from "./gain";
import { wantedShares } from "./shares";

const none = (gateway: string): ArmSums => ({
  gateway,
  payments: 0,
  successes: 0,
  weights: 0,
  weightedSuccesses: 0,
  squares: 0,
});
function add(arm: ArmSums, share: number, isSuccess: boolean): void {
  const weight = 1 / share;
  arm.payments += 1;
  arm.weights += weight;
  arm.squares += weight ** 2;
  if (!isSuccess) return;
  arm.successes += 1;
  arm.weightedSuccesses += weight;
}

type Case = {
  rates: readonly (readonly number[])[];
  baseline: readonly number[];
  floor: number;
  payments: number;
};

/**
 * Routes payments by shares that follow what was learnt, as the service does, and says whether the interval has the true gain of this
 * run. `rates`: of each gateway in each part of the run, so that they may change.
 */
function covers(seed: number, { rates, baseline, floor, payments }: Case): { hit: boolean; error: number } {
  const draw = randomFrom(seed);
  const gateways = baseline.map((_, index) => `g${index}`);
  const arms = gateways.map(none);
  const learnt = gateways.map(() => ({ alpha: 1, beta: 1 }));
  let shares = gateways.map(() => 1 / gateways.length);
  let truth = 0;
  for (let n = 0; n < payments; n += 1) {
    if (n % 100 === 0 && n > 0) {
      shares = wantedShares(
        learnt.map((belief, index) => ({
          gateway: gateways[index] ?? "",
          belief,
          isFailing: false,
          tried: 1_000,
          feeRate: null,
        })),
        { floor, costWithin: 0 },
      );
    }
    const now = rates[Math.floor((n * rates.length) / payments)] ?? [];
    let left = draw();
    let chosen = gateways.length - 1;
    for (let index = 0; index < gateways.length; index += 1) {
      left -= shares[index] ?? 0;
      if (left < 0) {
        chosen = index;
        break;
      }
    }
    const isSuccess = draw() < (now[chosen] ?? 0);
    const arm = arms[chosen];
    const belief = learnt[chosen];
    if (arm === undefined || belief === undefined) throw new Error("no such gateway");
    add(arm, shares[chosen] ?? 1, isSuccess);
    belief[isSuccess ? "alpha" : "beta"] += 1;
    truth += now.reduce(
      (sum, rate, index) => sum + rate * ((shares[index] ?? 0) - (baseline[index] ?? 0)),
      0,
    );
  }
  truth /= payments;
  const { gain } = gainOf([
    { arms, baseline: new Map(gateways.map((name, at) => [name, baseline[at] ?? 0])) },
  ]);
  if (gain === null) throw new Error("too few");
  return { hit: gain.low <= truth && truth <= gain.high, error: gain.difference - truth };
}

const CASES: Record<string, Case> = {
  "equal shares, three gateways": {
    rates: [[0.9, 0.85, 0.8]],
    baseline: [1 / 3, 1 / 3, 1 / 3],
    floor: 0.05,
    payments: 4_000,
  },
  "one gateway, which turned out worse": {
    rates: [[0.93, 0.88]],
    baseline: [0, 1],
    floor: 0.05,
    payments: 5_000,
  },
  "one gateway, which is as good": {
    rates: [[0.9, 0.9]],
    baseline: [1, 0],
    floor: 0.02,
    payments: 4_000,
  },
  "one gateway, which fails for a while": {
    rates: [
      [0.9, 0.88],
      [0.3, 0.88],
      [0.9, 0.88],
    ],
    baseline: [1, 0],
    floor: 0.05,
    payments: 6_000,
  },
};

describe("what following success rates gained", () => {
  test.each(Object.entries(CASES))(
    "is in its interval in about 95 of 100 runs, compared with %s",
    (_name, one) => {
      const runs = 400;
      let hits = 0;
      let error = 0;
      for (let run = 0; run < runs; run += 1) {
        const found = covers(7_000 + run, one);
        hits += found.hit ? 1 : 0;
        error += found.error;
      }
      expect(hits / runs).toBeGreaterThanOrEqual(0.93);
      expect(hits / runs).toBeLessThanOrEqual(0.985);
      // Right on average, too.
      expect(Math.abs(error / runs)).toBeLessThan(0.003);
    },
  );

  const arm = (gateway: string, payments: number, successes: number, share: number): ArmSums => ({
    gateway,
    payments,
    successes,
    weights: payments / share,
    weightedSuccesses: successes / share,
    squares: payments / share ** 2,
  });

  test("is what was reached, less what the baseline would have, by the weighed payments", () => {
    const arms = [arm("a", 900, 810, 0.9), arm("b", 100, 70, 0.1)];
    const { gain, payments, compared } = gainOf([{ arms, baseline: new Map([["b", 1]]) }]);
    expect([payments, compared]).toEqual([1_000, 1_000]);
    expect(gain?.difference).toBeCloseTo(0.88 - 0.7, 10);
    expect(gain?.low).toBeGreaterThan(0);
  });

  test("is not said where a gateway that the comparison needs had too few payments, and these are not counted as compared", () => {
    const few = { arms: [arm("a", 990, 900, 0.99), arm("b", 10, 7, 0.01)], baseline: new Map([["b", 1]]) };
    expect(gainOf([few])).toEqual({ payments: 1_000, compared: 0, gain: null });
    const enough = {
      arms: [arm("a", 150, 120, 0.5), arm("b", 150, 120, 0.5)],
      baseline: new Map([["a", 1]]),
    };
    expect(gainOf([few, enough])).toMatchObject({ payments: 1_300, compared: 300 });
    expect(gainOf([{ ...few, baseline: new Map([["gone", 1]]) }]).gain).toBeNull();
    expect(gainOf([])).toEqual({ payments: 0, compared: 0, gain: null });
  });

  test("is near zero for certain where the baseline is what was done nearly always", () => {
    const arms = [arm("a", 990, 900, 0.99), arm("b", 10, 7, 0.01)];
    const { gain } = gainOf([{ arms, baseline: new Map([["a", 1]]) }]);
    expect(gain?.difference).toBeCloseTo(0.907 - 900 / 990, 10);
    expect((gain?.high ?? 1) - (gain?.low ?? 0)).toBeLessThan(0.02);
  });
});
