import { describe, expect, test } from "vitest";
import { randomFrom } from "@/tools/testing/routing/random";
import { sha256Scatter } from "../../usecases/rules/route-payment";
import type { RoutingFacts } from "../payments/payment";
import type { RoutingRule } from "../rules/rule";
import { NO_SHARES } from "../success-rate/shares";
import { armOf, candidateRuleId, routeWithExperiment } from "./experiment";
import { alwaysValid, differenceOf, isBeyondGuardrail } from "./interval";
import { type ShadowSums, shadowResult, trialResult } from "./results";

const facts = (reference: string, fields: Partial<RoutingFacts> = {}): RoutingFacts => ({
  reference,
  amountPaise: 50_000n,
  currency: "INR",
  paymentMethod: "UPI",
  cardScheme: null,
  issuingBank: null,
  udf1: null,
  udf2: null,
  udf3: null,
  ...fields,
});
const rule = (gateway: string, fields: Partial<RoutingRule> = {}): RoutingRule => ({
  id: "every",
  name: "Every payment",
  isActive: true,
  activeTimes: null,
  condition: null,
  target: { kind: "ordered", gateways: [gateway] },
  ...fields,
});
const inForce = { version: 7, rules: [rule("one")] };
const moment = { at: new Date("2026-11-26T09:00:00Z"), scatter: sha256Scatter, sharesOf: NO_SHARES };

describe("a payment with an open experiment", () => {
  test("in shadow follows the rules in force, and says what the candidate rules would have chosen", () => {
    const target = { kind: "ordered", gateways: ["two", "three"] } as const;
    const next = rule("", { id: "next", target: { ...target, gateways: ["two", "one"] } });
    const shadow = { id: 3, phase: "shadow", rules: [rule("", { target }), next] } as const;
    const routing = routeWithExperiment(inForce, shadow, facts("A"), moment);
    expect(routing.matching.map(({ gateways }) => gateways)).toEqual([["one"]]);
    expect(routing.experiment).toEqual({
      id: 3,
      phase: "shadow",
      ruleId: "every",
      gateway: "two",
      failover: ["three", "one"],
    });
  });

  test("in a trial is decided by the arm of its reference, for every attempt the same", () => {
    const trial = { id: 3, phase: "trial", share: 0.2, rules: [rule("two")] } as const;
    const references = Array.from({ length: 2_000 }, (_, index) => `ORD-${index}`);
    const gateways = references.map((reference) => {
      const routing = routeWithExperiment(inForce, trial, facts(reference), moment);
      const arm = armOf(trial, reference, sha256Scatter);
      expect(routing.experiment).toEqual({ id: 3, phase: "trial", arm, effect: "moved" });
      expect(routing.matching.flatMap(({ gateways: names }) => names)).toEqual(
        arm === "candidate" ? ["two", "one"] : ["one"],
      );
      return arm;
    });
    const share = gateways.filter((arm) => arm === "candidate").length / references.length;
    expect(share).toBeGreaterThan(0.17);
    expect(share).toBeLessThan(0.23);
  });

  test("in a trial has no effect where both rules choose the same gateway", () => {
    const trial = { id: 3, phase: "trial", share: 0.5, rules: [rule("one", { name: "Other" })] } as const;
    for (const reference of ["A", "B", "C", "D"]) {
      expect(routeWithExperiment(inForce, trial, facts(reference), moment).experiment).toMatchObject({
        effect: "same",
      });
    }
  });

  test("draws anew for each experiment", () => {
    const arms = (id: number): string =>
      Array.from({ length: 64 }, (_, index) => armOf({ id, share: 0.5 }, `R-${index}`, sha256Scatter)).join();
    expect(arms(1)).not.toBe(arms(2));
  });

  test("is not refused by candidate rules: one that none of them matches is decided by those in force", () => {
    const never = rule("two", { condition: { kind: "one_of", field: "currency", values: ["USD"] } });
    const routing = routeWithExperiment(
      inForce,
      { id: 3, phase: "trial", share: 0.999_999, rules: [never] },
      facts("A"),
      moment,
    );
    expect(routing.matching.map(({ gateways }) => gateways)).toEqual([["one"]]);
    expect(routing.experiment).toMatchObject({ arm: "candidate", effect: "unmatched" });
  });

  test("follows the shares of the candidate's own rule, not of the rule in force with the same id", () => {
    const asked: string[] = [];
    const target = {
      kind: "success_rate",
      gateways: ["one", "two"],
      floor: 0,
      shiftPerMinute: 1,
      costWithin: 0,
    } as const;
    const sharesOf = (id: string) => {
      asked.push(id);
      return null;
    };
    routeWithExperiment(inForce, { id: 3, phase: "shadow", rules: [rule("", { target })] }, facts("A"), {
      ...moment,
      sharesOf,
    });
    expect(asked).toEqual([candidateRuleId(3, "every")]);
  });
});

/** The share of runs in which somebody who looks after every payment would once have seen a difference. */
function foundDifference(rates: { current: number; candidate: number }, share: number): number {
  const draw = randomFrom(11);
  const runs = 200;
  let found = 0;
  for (let run = 0; run < runs; run += 1) {
    const current = { payments: 0, successes: 0 };
    const candidate = { payments: 0, successes: 0 };
    for (let payment = 0; payment < 10_000; payment += 1) {
      const arm = draw() < share ? candidate : current;
      arm.payments += 1;
      if (draw() < (arm === candidate ? rates.candidate : rates.current)) arm.successes += 1;
      const difference = differenceOf(current, candidate);
      if (difference === null || (difference.low <= 0 && difference.high >= 0)) continue;
      found += 1;
      break;
    }
  }
  return found / runs;
}

describe("the interval of a difference", () => {
  test.each([
    { rate: 0.9, share: 0.1 },
    { rate: 0.98, share: 0.05 },
    { rate: 0.5, share: 0.5 },
  ])(
    "at $rate without a difference is wrong in at most one run of twenty, looked at after every payment",
    ({ rate, share }) => {
      expect(foundDifference({ current: rate, candidate: rate }, share)).toBeLessThanOrEqual(0.06);
    },
  );

  test("finds a difference of five points in 10,000 payments", () => {
    expect(foundDifference({ current: 0.85, candidate: 0.9 }, 0.5)).toBeGreaterThan(0.9);
  });

  test("says nothing of fewer than a hundred payments on a side", () => {
    expect(differenceOf({ payments: 5_000, successes: 4_500 }, { payments: 99, successes: 0 })).toBeNull();
  });

  test("grows narrower with more payments, around the measured difference", () => {
    const [few, many] = [alwaysValid(0.01, 1e-4), alwaysValid(0.01, 1e-6)];
    expect(many.high - many.low).toBeLessThan((few.high - few.low) / 4);
    expect((few.high + few.low) / 2).toBeCloseTo(0.01);
  });

  test("is beyond the guardrail only if the candidate is worse by as much, and worse for certain", () => {
    expect(isBeyondGuardrail({ difference: -0.04, low: -0.06, high: -0.01 }, 0.03)).toBe(true);
    expect(isBeyondGuardrail({ difference: -0.02, low: -0.03, high: -0.01 }, 0.03)).toBe(false);
    expect(isBeyondGuardrail({ difference: -0.04, low: -0.09, high: 0.01 }, 0.03)).toBe(false);
    expect(isBeyondGuardrail({ difference: 0.04, low: 0.01, high: 0.06 }, 0.03)).toBe(false);
    expect(isBeyondGuardrail(null, 0.03)).toBe(false);
  });
});

/** Those that no test here looks at. */
const AMOUNTS = {
  currency: "INR",
  method: "UPI",
  paidPaise: 0n,
  paidSquares: 0,
  expectedPaise: 0n,
  expectedSquares: 0,
};
const KNOWN_RATE = 0.95;
/** The standard deviation of that rate after 490 outcomes of the candidate's gateway. */
const KNOWN_DEVIATION = Math.sqrt((KNOWN_RATE * (1 - KNOWN_RATE)) / 491);

/** Both gateways succeed at 95 %, the candidate rules move one payment in ten, and somebody looks after every fifty. */
function isCalledDifferent(seed: number, payments: number): boolean {
  const draw = randomFrom(seed);
  const none = {
    ...AMOUNTS,
    gateway: "one",
    payments: 0,
    successes: 0,
    expected: 0,
    squares: 0,
    deviations: 0,
  };
  const same: ShadowSums = { ...none, otherGateway: "one" };
  const moved: ShadowSums = { ...none, otherGateway: "two" };
  for (let payment = 1; payment <= payments; payment += 1) {
    const success = draw() < KNOWN_RATE ? 1 : 0;
    const isMoved = payment % 10 === 0;
    const into = isMoved ? moved : same;
    const expected = isMoved ? KNOWN_RATE : success;
    into.payments += 1;
    into.successes += success;
    into.expected += expected;
    into.squares += (expected - success) ** 2;
    into.deviations += isMoved ? KNOWN_DEVIATION : 0;
    const difference = payment % 50 === 0 ? (shadowResult([same, moved])?.difference ?? null) : null;
    if (difference !== null && (difference.low > 0 || difference.high < 0)) return true;
  }
  return false;
}

describe("the result of a shadow", () => {
  const sums = (fields: Partial<ShadowSums>): ShadowSums => ({
    ...AMOUNTS,
    gateway: "one",
    otherGateway: "one",
    payments: 1_000,
    successes: 800,
    expected: 800,
    squares: 0,
    deviations: 0,
    ...fields,
  });

  test("has no difference where every payment would have gone to the same gateway", () => {
    expect(shadowResult([sums({})])).toMatchObject({
      payments: 1_000,
      moved: 0,
      currentRate: 0.8,
      expectedRate: 0.8,
      difference: { difference: 0, low: 0, high: 0 },
    });
  });

  test("expects the other gateway's rate of those that would have moved, and is less certain where little is known of it", () => {
    const moved = { otherGateway: "two", expected: 900, squares: 170 };
    const known = shadowResult([sums({}), sums({ ...moved, deviations: 5 })]);
    const unknown = shadowResult([sums({}), sums({ ...moved, deviations: 100 })]);
    expect(known).toMatchObject({ payments: 2_000, moved: 1_000, currentRate: 0.8, expectedRate: 0.85 });
    expect(known?.difference?.difference).toBeCloseTo(0.05);
    expect(known?.difference?.low).toBeGreaterThan(0);
    expect(unknown?.difference?.low).toBeLessThan(0);
    expect(known?.gateways).toEqual([
      { gateway: "one", now: 2_000, would: 1_000 },
      { gateway: "two", now: 0, would: 1_000 },
    ]);
  });

  test("says nothing before a hundred payments would have moved: with few of them chance looks like a difference", () => {
    const same = sums({ payments: 5_000, successes: 4_000, expected: 4_000 });
    const few = sums({ otherGateway: "two", payments: 99, successes: 70, expected: 90, squares: 20 });
    expect(shadowResult([same, few])?.difference).toBeNull();
    const enough = { ...few, payments: 100 };
    expect(shadowResult([same, enough])?.difference).not.toBeNull();
  });

  test("is called different at most 5 times in 100 where both gateways are equally good, however often one looks", () => {
    const wrong = Array.from({ length: 200 }, (_, seed) => isCalledDifferent(seed + 1, 4_000)).filter(
      Boolean,
    );
    expect(wrong.length / 200).toBeLessThanOrEqual(0.06);
  });

  test("is null without a payment, and has no interval for a few", () => {
    expect(shadowResult([])).toBeNull();
    expect(shadowResult([sums({ payments: 99, successes: 80, expected: 80 })])?.difference).toBeNull();
  });
});

test("the result of a trial sums the gateways of each arm", () => {
  const one = { ...AMOUNTS, gateway: "one", payments: 200, successes: 180, abandoned: 12 };
  const two = { ...AMOUNTS, gateway: "two", payments: 100, successes: 95, abandoned: 1 };
  expect(
    trialResult([
      { arm: "current", ...one },
      { arm: "current", ...two },
      { arm: "candidate", ...two },
    ]),
  ).toMatchObject({
    current: { payments: 300, successes: 275, abandoned: 13 },
    candidate: { payments: 100, successes: 95, abandoned: 1 },
  });
});
