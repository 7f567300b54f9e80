import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bestProbabilities } from "./best-probability";

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
