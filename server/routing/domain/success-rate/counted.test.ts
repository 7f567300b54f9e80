import { describe, expect, test } from "vitest";
import { contender } from "@/tools/testing/routing/contender";
import { randomFrom } from "@/tools/testing/routing/random";
import { averageAmountIn, countOutcome, knownOf, type Statistics } from "./counted";
import { meanOf } from "./estimate";
import { wantedShares } from "./shares";
import { DEFAULT_STATISTICS } from "./statistics";

const T0 = new Date("2026-03-01T10:00:00Z");
const later = (ms: number): Date => new Date(T0.getTime() + ms);
const HOUR_MS = 3_600_000;

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
    const draw = randomFrom(5);
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
    const draw = randomFrom(3);
    const turned = Array.from({ length: 20_000 }, () =>
      count(statistics, "a", [draw() < 0.8]).includes(true),
    );
    expect(turned).not.toContain(true);
  });
});
