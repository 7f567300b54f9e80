import { beliefOf, type Belief } from "./estimate";
import {
  discounted,
  type GatewayStatistics,
  noStatistics,
  type StatisticsSettings,
  withOutcome,
} from "./statistics";

/** The statistics of one merchant's gateways, by segment and gateway. */
export type Statistics = Map<string, Map<string, GatewayStatistics>>;

/** A payment's outcome at one gateway. `segments`: the payment's, the coarsest first. */
type CountedOutcome = {
  segments: readonly string[];
  gateway: string;
  isSuccess: boolean;
  /** The average amount stays as it is when there is none. */
  amountPaise?: bigint;
  at: Date;
};

/** How many outcomes the rate of the coarser segment counts as. */
const COARSER_WEIGHT = 10;
const FIRST_RATE = 0.5;

/**
 * Adds an outcome to the statistics of its gateway, in each of the payment's segments. True: in one of them the gateway
 * now counts as failing, or no longer does.
 */
export function countOutcome(
  statistics: Statistics,
  { segments, gateway, isSuccess, amountPaise, at }: CountedOutcome,
  settings: StatisticsSettings,
): boolean {
  let hasTurned = false;
  const expected = normsOf(statistics, segments, at, settings).at(-1) ?? FIRST_RATE;
  for (const segment of segments) {
    const gateways = statistics.get(segment) ?? new Map<string, GatewayStatistics>();
    statistics.set(segment, gateways);
    const earlier = gateways.get(gateway) ?? noStatistics(at);
    const now = withOutcome(earlier, { isSuccess, expected, amountPaise, at }, settings);
    gateways.set(gateway, now);
    if ((earlier.failingSince === null) !== (now.failingSince === null)) hasTurned = true;
  }
  return hasTurned;
}

/** The success rate of all gateways in each segment, drawn to the rate of the coarser one where there are few outcomes. */
function normsOf(
  statistics: Statistics,
  segments: readonly string[],
  at: Date,
  settings: StatisticsSettings,
): number[] {
  let norm = FIRST_RATE;
  return segments.map((segment, level) => {
    let successes = 0;
    let total = 0;
    for (const stored of statistics.get(segment)?.values() ?? []) {
      // What nobody has heard of for days says as little here as of its gateway.
      const gateway = discounted(stored, at, settings);
      successes += gateway.successes;
      total += gateway.successes + gateway.failures;
    }
    const weight = level === 0 ? 1 : COARSER_WEIGHT;
    norm = (successes + weight * norm) / (total + weight);
    return norm;
  });
}

/** The average amount of a segment's outcomes at all gateways, in paise; null when none is known. */
export function averageAmountIn(statistics: Statistics, segment: string): bigint | null {
  let sum = 0n;
  let count = 0n;
  for (const { averagePaise, successes, failures } of statistics.get(segment)?.values() ?? []) {
    if (averagePaise === null) continue;
    const weight = BigInt(Math.max(1, Math.round(successes + failures)));
    sum += averagePaise * weight;
    count += weight;
  }
  return count === 0n ? null : sum / count;
}

type Known = {
  belief: Belief;
  isFailing: boolean;
  /** How many outcomes are known of it over all payments; old ones weigh less. */
  tried: number;
};

/** What is known of the gateways in the finest of the segments, the coarsest first, at that time. */
export function knownOf(
  statistics: Statistics,
  segments: readonly string[],
  gateways: readonly string[],
  at: Date,
  settings: StatisticsSettings,
): Known[] {
  const norms = normsOf(statistics, segments, at, settings);
  return gateways.map((gateway) => {
    let isFailing = false;
    let tried = 0;
    const evidence = segments.map((segment, level) => {
      const stored = statistics.get(segment)?.get(gateway);
      const found = stored === undefined ? null : discounted(stored, at, settings);
      if (found !== null && found.failingSince !== null) isFailing = true;
      if (level === 0 && found !== null) tried = found.successes + found.failures;
      return { gateway: found, norm: norms[level] ?? null };
    });
    return { belief: beliefOf(evidence), isFailing, tried };
  });
}
