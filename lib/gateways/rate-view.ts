import type { CardScheme, PaymentMethod } from "../contract/statuses";
import type { Interval, Observed } from "../proportion";

/** The periods of the success rates: those of the list that each number leads to. */
export const RATE_RANGES = ["today", "7d", "30d"] as const;
export type RateRange = (typeof RATE_RANGES)[number];

/**
 * Ranges of amounts in any currency, as the list filters them: both ends belong to them. The bands of success-rate
 * routing (decision 0313).
 */
export const AMOUNT_BANDS = {
  "0-100": { min: null, max: "99.99" },
  "100-1000": { min: "100.00", max: "999.99" },
  "1000-10000": { min: "1000.00", max: "9999.99" },
  "10000-100000": { min: "10000.00", max: "99999.99" },
  "100000-": { min: "100000.00", max: null },
} as const;
export type AmountBand = keyof typeof AMOUNT_BANDS;

/** The kind of payments; null for any. */
export type RateSegment = {
  method: PaymentMethod | null;
  band: AmountBand | null;
  currency: string | null;
  scheme: CardScheme | null;
  bank: string | null;
};

/** A rate of fewer payments than this says too little to be shown. */
export const FEWEST_FOR_RATE = 10;

/** What became of the payments of a gateway (decision 0316). */
export type RateCounts = {
  /** Counts every status, also payments that are still open. */
  payments: number;
  paid: number;
  /** Failed or dropped. */
  failed: number;
  /** The failed ones that no gateway could have avoided. */
  unavoidable: number;
};

/** Null where there are too few payments. */
export type Rate = { share: number; interval: Interval };

export type RatePoint = RateCounts & {
  /** Exact instants in UTC; `until` is exclusive. */
  from: string;
  until: string;
  rate: Rate | null;
};

/** The rate now compared with the period before. */
export type RateChange =
  | { kind: "higher" | "lower"; by: number; interval: Interval }
  /** The difference is within chance. */
  | { kind: "none" }
  | { kind: "too_few" };

export type RatePeriod = RateCounts & {
  rate: Rate | null;
  /** The share of the payments of all gateways, 0 to 1; null when there are none. */
  trafficShare: number | null;
};

export type GatewayRates = {
  name: string;
  /** Ordered by time, oldest first, without gaps. */
  points: readonly RatePoint[];
  now: RatePeriod;
  /** Null when the period before could not be counted. */
  before: (RatePeriod & { change: RateChange }) | null;
};

export type RateView = {
  /** The one with the most payments comes first. */
  gateways: readonly GatewayRates[];
  step: "hour" | "day";
  /** Since when payments are counted, in UTC, if there were too many to count all; else null. */
  onlySince: string | null;
};

/** The payments that the success rate of a gateway is made of (`lib/success-rate.ts`). */
export function ratedOf({ paid, failed }: Pick<RateCounts, "paid" | "failed">): Observed {
  return { hits: paid, of: paid + failed };
}
