import { err, ok, type Result } from "@/lib/result";
import { sqlState } from "@/server/platform/pool";
import { avoidabilityOf } from "../../domain/payments/decline-reason";
import { countPayments } from "../../store/payments/payment-counts";
import {
  countDeclinesOverTime,
  countPaymentsInRange,
  findKinds,
  findNewest,
  type PaymentKinds,
  type PaymentsOverTime,
  type RateFilter,
  type RateSpan,
} from "../../store/payments/payment-rates";
import type { Deps } from "../deps";
import { reasonOf } from "./decline-of-payment";

/** Bounds the cost of the counts for a busy merchant: some tenths of a second (decision 0316). */
const MOST_DECLINES = 300_000;
const MOST_IN_RANGE = 1_000_000;
const KINDS_READ = 20_000;
/** A merchant may send any number of names of banks. */
const MOST_KINDS = 30;
/** More than 31 days by hour have: of 20 gateways, each status in a dozen currencies. */
const MOST_COUNTS = 1_000_000;
const INVALID_PARAMETER_VALUE = "22023";

type GatewayRate = {
  bucket: Date;
  gateway: string;
  /** Payments in any status. */
  payments: number;
  paid: number;
  /** Payments that were not paid for a reason that counts against the gateway. */
  failed: number;
  /** Payments that were not paid for a reason that no gateway could have avoided. */
  unavoidable: number;
};

type CountedRates = {
  rates: GatewayRate[];
  /** The time from which all are counted: the requested start, unless there were too many. */
  since: Date;
  isComplete: boolean;
};

/** How many payments of each gateway were paid and failed over time (decision 0316). */
export async function countRates(
  deps: Deps,
  merchantId: number,
  span: RateSpan,
  filter: RateFilter,
): Promise<Result<CountedRates, { kind: "unknown_time_zone" }>> {
  try {
    return ok(await countFrom(deps, merchantId, span, filter));
  } catch (error) {
    // The runtime and Postgres have separate time zone lists.
    if (sqlState(error) === INVALID_PARAMETER_VALUE) return err({ kind: "unknown_time_zone" });
    throw error;
  }
}

/** Which currencies, card schemes and banks the payments of a period have, by the newest 20,000 of them. */
export function kindsOf(
  deps: Deps,
  merchantId: number,
  period: { from: Date; until: Date },
): Promise<PaymentKinds> {
  return findKinds(deps.history, merchantId, period, { read: KINDS_READ, most: MOST_KINDS });
}

async function countFrom(
  deps: Deps,
  merchantId: number,
  span: RateSpan,
  filter: RateFilter,
): Promise<CountedRates> {
  const isOfKind = [filter.currency, filter.cardScheme, filter.issuingBank].some(
    (value) => value !== null && value !== undefined,
  );
  const isOfRange = isOfKind || filter.minPaise !== null || filter.maxPaise !== null;
  const newest = isOfRange ? await findNewest(deps.history, merchantId, span, MOST_IN_RANGE) : null;
  const read = { ...span, from: newest ?? span.from };
  const declined = await countDeclinesOverTime(deps.history, merchantId, read, filter, MOST_DECLINES);
  const oldest = declined.read < MOST_DECLINES ? null : declined.oldest;
  const counted = { ...span, from: oldest ?? read.from };
  const payments = isOfRange
    ? await countPaymentsInRange(deps.history, merchantId, counted, filter)
    : await countFromSums(deps, merchantId, counted, filter);
  const rates = new Map<string, GatewayRate>();
  const rateOf = (bucket: Date, gateway: string): GatewayRate => {
    const key = `${bucket.getTime()} ${gateway}`;
    const known = rates.get(key) ?? { bucket, gateway, payments: 0, paid: 0, failed: 0, unavoidable: 0 };
    rates.set(key, known);
    return known;
  };
  for (const { bucket, gateway, status, count } of payments) {
    const rate = rateOf(bucket, gateway);
    rate.payments += count;
    if (status === "SUCCESS") rate.paid += count;
  }
  for (const { bucket, gateway, status, code, count } of declined.counts) {
    const avoidability = avoidabilityOf(reasonOf(gateway, status, code?.toLowerCase() ?? null));
    rateOf(bucket, gateway)[avoidability === "unavoidable" ? "unavoidable" : "failed"] += count;
  }
  return {
    rates: [...rates.values()].sort(
      (one, other) =>
        one.bucket.getTime() - other.bucket.getTime() || one.gateway.localeCompare(other.gateway, "en"),
    ),
    since: counted.from,
    isComplete: counted.from === span.from,
  };
}

async function countFromSums(
  deps: Deps,
  merchantId: number,
  span: RateSpan,
  { method }: RateFilter,
): Promise<PaymentsOverTime[]> {
  const sums = await countPayments(
    deps.history,
    merchantId,
    { ...span, splitBy: "gateway", method },
    MOST_COUNTS,
  );
  return sums.flatMap(({ bucket, part, status, count }) =>
    part === null ? [] : [{ bucket, gateway: part, status, count }],
  );
}
