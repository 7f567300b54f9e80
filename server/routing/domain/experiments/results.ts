import { alwaysValid, type Difference, differenceOf, LEAST_PAYMENTS, type Outcomes } from "./interval";
import {
  type ComparedFees,
  compareShadowFees,
  compareTrialFees,
  type FeesOf,
  type PaidAmounts,
} from "./fees";
import type { TrialArm } from "./part";

/** What payments of one currency and method amount to. */
type AmountSums = {
  currency: string;
  /** Null for payments without one. */
  method: string | null;
  /** The sum of the successful amounts in hundredths of the currency, and the sum of their squares. */
  paidPaise: bigint;
  paidSquares: number;
};

/**
 * Sums over the payments of a shadow with the same gateways. A payment whose gateway is the same under both rules
 * has its own outcome as its expectation; for any other it is the rate of the candidate's gateway in the payment's segment
 * when the outcome came.
 */
export type ShadowSums = AmountSums & {
  /** That took the payments; of those that none took, the one tried first. */
  gateway: string;
  /** Null where the candidate rules would have refused the payment. */
  otherGateway: string | null;
  payments: number;
  successes: number;
  expected: number;
  squares: number;
  deviations: number;
  /** The amounts multiplied by the expected chance of a success, and their squares so. */
  expectedPaise: bigint;
  expectedSquares: number;
};

export type TrialSums = AmountSums & {
  arm: TrialArm;
  /** That took the payments; of those that none took, the one tried first. */
  gateway: string;
  payments: number;
  successes: number;
  /** Payments that the customer left or that were cancelled: a part of `payments`. They are not successful. */
  abandoned: number;
};

export type GatewayTraffic = { gateway: string | null; now: number; would: number };

export type ShadowResult = {
  payments: number;
  /** How many would have gone to another gateway. */
  moved: number;
  currentRate: number;
  expectedRate: number;
  /** Null while there are too few payments. */
  difference: Difference | null;
  gateways: readonly GatewayTraffic[];
};

/** Null without a payment. */
export function shadowResult(sums: readonly ShadowSums[]): ShadowResult | null {
  const total = (of: (one: ShadowSums) => number): number => sums.reduce((sum, one) => sum + of(one), 0);
  const payments = total((one) => one.payments);
  if (payments === 0) return null;
  const [successes, expected] = [total((one) => one.successes), total((one) => one.expected)];
  const mean = (expected - successes) / payments;
  const sampleVariance = Math.max(0, total((one) => one.squares) / payments - mean ** 2) / payments;
  // What is believed of one gateway is the same belief for all its payments: their errors add up, and do not cancel.
  const believed = new Map<string | null, number>();
  for (const { otherGateway, deviations } of sums) {
    believed.set(otherGateway, (believed.get(otherGateway) ?? 0) + deviations);
  }
  const beliefVariance = [...believed.values()].reduce((sum, one) => sum + (one / payments) ** 2, 0);
  const variance = sampleVariance + beliefVariance;
  const moved = total((one) => (one.gateway === one.otherGateway ? 0 : one.payments));
  // The others differ in nothing: a few that would have moved say little, however many there are of them.
  const isEnough = payments >= LEAST_PAYMENTS && (moved === 0 || moved >= LEAST_PAYMENTS);
  return {
    payments,
    moved,
    currentRate: successes / payments,
    expectedRate: expected / payments,
    difference: !isEnough
      ? null
      : variance === 0
        ? { difference: mean, low: mean, high: mean }
        : alwaysValid(mean, variance),
    gateways: trafficOf(sums),
  };
}

function trafficOf(sums: readonly ShadowSums[]): GatewayTraffic[] {
  const traffic = new Map<string | null, GatewayTraffic>();
  const of = (gateway: string | null): GatewayTraffic => {
    const known = traffic.get(gateway) ?? { gateway, now: 0, would: 0 };
    traffic.set(gateway, known);
    return known;
  };
  for (const { gateway, otherGateway, payments } of sums) {
    of(gateway).now += payments;
    of(otherGateway).would += payments;
  }
  return [...traffic.values()].sort((a, b) => b.now - a.now || b.would - a.would);
}

export type TrialOutcomes = Outcomes & { abandoned: number };
export type TrialResult = {
  current: TrialOutcomes;
  candidate: TrialOutcomes;
  difference: Difference | null;
};

export function trialResult(sums: readonly TrialSums[]): TrialResult {
  const of = (arm: TrialArm): TrialOutcomes =>
    sums
      .filter((one) => one.arm === arm)
      .reduce(
        (outcomes, one) => ({
          payments: outcomes.payments + one.payments,
          successes: outcomes.successes + one.successes,
          abandoned: outcomes.abandoned + one.abandoned,
        }),
        { payments: 0, successes: 0, abandoned: 0 },
      );
  const [current, candidate] = [of("current"), of("candidate")];
  return { current, candidate, difference: differenceOf(current, candidate) };
}

/** The expected fees of both sets of rules by currency. */
export function shadowFees(sums: readonly ShadowSums[], feesOf: FeesOf): ComparedFees[] {
  return compareShadowFees(
    sums.map((one) => {
      const { currency, method, expected, expectedPaise, expectedSquares, otherGateway, deviations } = one;
      return {
        now: paidOf(one),
        would:
          otherGateway === null
            ? null
            : {
                gateway: otherGateway,
                currency,
                method,
                successes: expected,
                paidPaise: expectedPaise,
                paidSquares: expectedSquares,
              },
        deviations,
      };
    }),
    feesOf,
  );
}

/** The fees of both sides of a trial by currency. */
export function trialFees(sums: readonly TrialSums[], feesOf: FeesOf): ComparedFees[] {
  const of = (arm: TrialArm): PaidAmounts[] => sums.filter((one) => one.arm === arm).map(paidOf);
  return compareTrialFees(of("current"), of("candidate"), feesOf);
}

/** The fees are those of the gateway that took the payments; the rules may have tried another one first. */
function paidOf(sums: AmountSums & { gateway: string; successes: number }): PaidAmounts {
  const { gateway, currency, method, successes, paidPaise, paidSquares } = sums;
  return { gateway, currency, method, successes, paidPaise, paidSquares };
}
