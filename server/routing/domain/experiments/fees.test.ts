import { describe, expect, test } from "vitest";
import { randomFrom } from "@/tools/testing/routing/random";
import type { Fee } from "../gateways/fee";
import { compareShadowFees, compareTrialFees, type PaidAmounts } from "./fees";

const fee = (fixedPaise: bigint, rateMillionths: number, fields: Partial<Fee> = {}): Fee => ({
  currency: "INR",
  method: null,
  fixedPaise,
  rateMillionths,
  ...fields,
});
const FEES: Record<string, readonly Fee[]> = {
  one: [fee(300n, 20_000)],
  two: [fee(0n, 19_000)],
  dear: [fee(0n, 30_000)],
};
const feesOf = (gateway: string): readonly Fee[] => FEES[gateway] ?? [];
const paid = (
  gateway: string,
  amounts: readonly bigint[],
  fields: Partial<PaidAmounts> = {},
): PaidAmounts => ({
  gateway,
  currency: "INR",
  method: "UPI",
  successes: amounts.length,
  paidPaise: amounts.reduce((sum, amount) => sum + amount, 0n),
  paidSquares: amounts.reduce((sum, one) => sum + parseInt((one * one).toString(), 10), 0),
  ...fields,
});
const times = (count: number, amount: bigint): bigint[] => Array.from({ length: count }, () => amount);

describe("the fees of a trial's two sides", () => {
  test("are the fixed part of each paid payment and the percentage of its amount, in whole paise", () => {
    const [compared] = compareTrialFees(
      [paid("one", times(200, 10_001n))],
      [paid("two", times(100, 10_001n))],
      feesOf,
    );
    // 3.00 and 2 % of 100.01; 1.9 % of 100.01.
    expect(compared).toMatchObject({
      currency: "INR",
      missing: [],
      current: { perPaymentPaise: 500n },
      candidate: { perPaymentPaise: 190n, share: 0.019 },
    });
    expect(compared?.difference?.difference).toBeCloseTo(0.019 - 500.02 / 10_001, 10);
  });

  test("are not known where a gateway has none for a payment's currency and method, and it is named", () => {
    const upiOnly = (gateway: string) =>
      gateway === "one" ? [fee(0n, 1, { method: "UPI" })] : feesOf(gateway);
    const cards = paid("one", times(100, 1_000n), { method: "CC" });
    expect(compareTrialFees([cards], [paid("two", times(100, 1_000n))], upiOnly)).toEqual([
      { currency: "INR", missing: ["one"], current: null, candidate: null, difference: null },
    ]);
    expect(compareTrialFees([paid("none", [1n])], [paid("also-none", [1n])], feesOf)).toMatchObject([
      { missing: ["also-none", "none"] },
    ]);
  });

  test("are compared by currency, where both sides have paid payments in it", () => {
    const dollars = paid("one", [100n], { currency: "USD" });
    const found = compareTrialFees([paid("one", [100n]), dollars], [paid("two", [100n])], feesOf);
    expect(found.map(({ currency }) => currency)).toEqual(["INR"]);
  });

  test("have no difference with fewer than a hundred paid payments on a side", () => {
    const of = (count: number) =>
      compareTrialFees([paid("one", times(500, 900n))], [paid("two", times(count, 900n))], feesOf)[0]
        ?.difference;
    expect(of(99)).toBeNull();
    expect(of(100)).not.toBeNull();
  });

  test("their interval covers the true difference in at least 95 of 100 runs, with amounts that are spread widely", () => {
    let covered = 0;
    const runs = 400;
    for (let run = 0; run < runs; run += 1) {
      const draw = randomFrom(1_000 + run);
      const side = (share: number): PaidAmounts[] => {
        const amounts: { one: bigint[]; dear: bigint[] } = { one: [], dear: [] };
        for (let n = 0; n < 400; n += 1) {
          // Amounts are between 1.00 and 10,000.00, as many in each power of ten.
          const amount = BigInt(Math.round(100 * 10 ** (4 * draw())));
          amounts[draw() < share ? "dear" : "one"].push(amount);
        }
        return [paid("one", amounts.one), paid("dear", amounts.dear)];
      };
      const [compared] = compareTrialFees(side(0.2), side(0.6), feesOf);
      // The average amount is (10^4 - 1) / ln(10^4) of 1.00; the fixed part is 3.00 of it.
      const fixed = 3 / ((10 ** 4 - 1) / Math.log(10 ** 4));
      const truth = 0.4 * (0.03 - 0.02 - fixed);
      const { low, high } = compared?.difference ?? { low: 1, high: 1 };
      if (low <= truth && truth <= high) covered += 1;
    }
    expect(covered / runs).toBeGreaterThanOrEqual(0.95);
  });
});

describe("the expected fees of a shadow", () => {
  const sums = (now: PaidAmounts, would: PaidAmounts | null, deviations = 0) => ({ now, would, deviations });

  test("do not differ where every payment stays at its gateway, for certain", () => {
    const stay = paid("one", times(150, 700n));
    const [compared] = compareShadowFees([sums(stay, stay)], feesOf);
    expect(compared?.difference).toEqual({ difference: 0, low: 0, high: 0 });
  });

  test("count the amounts that are expected to be paid at the other gateway", () => {
    const now = paid("one", times(180, 10_000n));
    // 200 payments at 95 %.
    const would = {
      ...paid("two", times(200, 10_000n)),
      successes: 190,
      paidPaise: 1_900_000n,
      paidSquares: 190 * 1e8,
    };
    const [compared] = compareShadowFees([sums(now, would, 200 * 0.01)], feesOf);
    expect(compared).toMatchObject({
      current: { perPaymentPaise: 500n },
      candidate: { perPaymentPaise: 190n },
    });
    expect(compared?.difference?.difference).toBeCloseTo(0.019 - 0.05, 10);
    expect(compared?.difference?.high).toBeLessThan(0);
  });

  test("leave out payments that the candidate rules would refuse", () => {
    const stay = paid("two", times(150, 700n));
    const [compared] = compareShadowFees(
      [sums(stay, stay), sums(paid("dear", times(50, 700n)), null)],
      feesOf,
    );
    expect(compared?.candidate?.share).toBeCloseTo(0.019, 10);
    expect(compared?.current?.share).toBeCloseTo(0.02175, 10);
  });

  test("are less certain where little is known of the other gateway", () => {
    const widthOf = (deviation: number): number => {
      const stay = paid("two", times(300, 700n));
      const would = paid("one", times(180, 700n));
      const [compared] = compareShadowFees(
        [sums(stay, stay), sums(paid("dear", times(180, 700n)), would, 200 * deviation)],
        feesOf,
      );
      const { low, high } = compared?.difference ?? { low: 0, high: 0 };
      return high - low;
    };
    expect(widthOf(0.2)).toBeGreaterThan(1.2 * widthOf(0.01));
  });
});
