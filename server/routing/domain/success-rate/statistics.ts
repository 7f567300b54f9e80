/**
 * What is known of one gateway in one segment, of one merchant. Old outcomes lose weight with time and with the number of
 * newer ones, so that a rate follows its gateway. `drop` is a one-sided cumulative sum (Page's test): how much the latest
 * outcomes look like a gateway that lost half of its successes.
 */
export type GatewayStatistics = {
  successes: number;
  failures: number;
  /** What would be expected of these outcomes with the rate of all gateways in the payments' own segments. */
  expected: number;
  drop: number;
  /** The average amount of the outcomes, in paise; null until one was counted with its amount. */
  averagePaise: bigint | null;
  /** Since when the gateway counts as failing here; null while it does not. */
  failingSince: Date | null;
  at: Date;
};

export type StatisticsSettings = {
  /** The number of outcomes that a rate is made of, at most. */
  window: number;
  /** An outcome weighs half after this time. */
  halfLifeMs: number;
  /** The sum at which a gateway counts as failing: a false alarm about every e^threshold outcomes, or later. */
  dropThreshold: number;
};

export const DEFAULT_STATISTICS: StatisticsSettings = {
  window: 400,
  halfLifeMs: 96 * 60 * 60_000,
  dropThreshold: 14,
};

/** A rate of fewer outcomes is too uncertain to see a drop in. */
const LEAST_OUTCOMES_FOR_DROP = 20;
/** A gateway that succeeds this seldom anyway has no drop to be seen. */
const LEAST_RATE_FOR_DROP = 0.1;
const MOST_RATE = 0.98;
const FAILING_HALF_LIFE_MS = 15 * 60_000;
const LEAST_DROP = 1;

export function noStatistics(at: Date): GatewayStatistics {
  return { successes: 0, failures: 0, expected: 0, drop: 0, averagePaise: null, failingSince: null, at };
}

/** The statistics with older outcomes discounted to `at`. */
export function discounted(
  statistics: GatewayStatistics,
  at: Date,
  { halfLifeMs }: StatisticsSettings,
): GatewayStatistics {
  const age = at.getTime() - statistics.at.getTime();
  // Also back: what a clock that was ahead has written must not keep later outcomes from ageing.
  if (age <= 0) return { ...statistics, at };
  return { ...lapsed(scaled(statistics, 2 ** (-age / halfLifeMs)), age), at };
}

/** A gateway that nobody hears of again gets another chance: it may work by now. */
function lapsed(statistics: GatewayStatistics, ageMs: number): GatewayStatistics {
  if (statistics.failingSince === null) return statistics;
  const drop = statistics.drop * 2 ** (-ageMs / FAILING_HALF_LIFE_MS);
  return drop > LEAST_DROP ? { ...statistics, drop } : { ...statistics, drop: 0, failingSince: null };
}

function scaled(statistics: GatewayStatistics, factor: number): GatewayStatistics {
  return {
    ...statistics,
    successes: statistics.successes * factor,
    failures: statistics.failures * factor,
    expected: statistics.expected * factor,
  };
}

/**
 * Adds one outcome. `expected`: the success rate of all gateways in the payment's own segment, between 0 and 1. While a
 * gateway is failing, its sum runs the other way: it recovers once its outcomes look as before the drop. Without an amount
 * the average stays.
 */
export function withOutcome(
  earlier: GatewayStatistics,
  outcome: { isSuccess: boolean; expected: number; amountPaise?: bigint | undefined; at: Date },
  settings: StatisticsSettings,
): GatewayStatistics {
  const before = discounted(earlier, outcome.at, settings);
  const next = change(before, outcome, settings);
  const total = before.successes + before.failures + 1;
  const added = {
    ...next,
    successes: before.successes + (outcome.isSuccess ? 1 : 0),
    failures: before.failures + (outcome.isSuccess ? 0 : 1),
    expected: before.expected + outcome.expected,
    averagePaise: averageWith(before.averagePaise, outcome.amountPaise ?? null, total),
  };
  return total > settings.window ? scaled(added, settings.window / total) : added;
}

/** `total`: how many outcomes the average is then of. Whole paise: it only compares fees. */
function averageWith(average: bigint | null, amount: bigint | null, total: number): bigint | null {
  if (average === null || amount === null) return amount ?? average;
  return average + (amount - average) / BigInt(Math.max(1, Math.round(total)));
}

function change(
  before: GatewayStatistics,
  { isSuccess, expected, at }: { isSuccess: boolean; expected: number; at: Date },
  { dropThreshold }: StatisticsSettings,
): GatewayStatistics {
  const total = before.successes + before.failures;
  const rate = Math.min(MOST_RATE, before.successes / Math.max(total, 1));
  if (before.failingSince === null && (total < LEAST_OUTCOMES_FOR_DROP || rate < LEAST_RATE_FOR_DROP)) {
    return before;
  }
  // Many payments like this one may fail at every gateway: then a failure says less about this gateway.
  const difficulty = before.expected > 0 ? (expected * total) / before.expected : 1;
  const usual = Math.min(MOST_RATE, Math.max(rate * difficulty, LEAST_RATE_FOR_DROP));
  const evidence = isSuccess ? Math.log(0.5) : Math.log((1 - usual / 2) / (1 - usual));
  if (before.failingSince === null) {
    const drop = Math.max(0, before.drop + evidence);
    return drop < dropThreshold ? { ...before, drop } : { ...before, drop: dropThreshold, failingSince: at };
  }
  const drop = Math.min(dropThreshold, before.drop + evidence);
  return drop > 0 ? { ...before, drop } : { ...before, drop: 0, failingSince: null };
}
