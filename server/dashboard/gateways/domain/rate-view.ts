import type { OpsResult } from "@/lib/contract/ops";
import { CARD_SCHEMES, PAYMENT_METHODS } from "@/lib/contract/statuses";
import {
  AMOUNT_BANDS,
  type AmountBand,
  FEWEST_FOR_RATE,
  type GatewayRates,
  type Rate,
  ratedOf,
  RATE_RANGES,
  type RateChange,
  type RateCounts,
  type RatePeriod,
  type RatePoint,
  type RateRange,
  type RateSegment,
  type RateView,
} from "@/lib/gateways/rate-view";
import { differenceInterval, wilsonInterval } from "@/lib/proportion";
import { successRate } from "@/lib/success-rate";
import { isAcceptedText } from "@/lib/text";
import { startOfDay } from "@/lib/zoned-time";

/** Anything but a known range means the last seven days. */
export function readRateRange(text: string | undefined): RateRange {
  return RATE_RANGES.find((range) => range === text) ?? "7d";
}

const MAX_BANK = 100;

/** Anything unknown means any: the form shows which kind of payments is counted. */
export function readRateSegment(
  given: Partial<Record<"method" | "amount" | "currency" | "scheme" | "bank", string | undefined>>,
): RateSegment {
  const { method, amount, currency, scheme, bank } = given;
  return {
    method: PAYMENT_METHODS.find((known) => known === method) ?? null,
    band: (Object.keys(AMOUNT_BANDS) as AmountBand[]).find((known) => known === amount) ?? null,
    currency: currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : null,
    scheme: CARD_SCHEMES.find((known) => known === scheme) ?? null,
    bank: bank !== undefined && bank !== "" && bank.length <= MAX_BANK && isAcceptedText(bank) ? bank : null,
  };
}

type RateSpan = {
  step: "hour" | "day";
  from: Date;
  until: Date;
  /** When each step begins, in order; the first is `from`. */
  starts: Date[];
  /** The period of as many days right before, until the same time of day. */
  before: { from: Date; until: Date };
};

const DAYS: Record<RateRange, number> = { today: 1, "7d": 7, "30d": 30 };
const HOUR_MS = 60 * 60_000;

/** The steps of a range in the viewer's zone: the hours of today, or days. */
export function rateSpan(range: RateRange, now: Date, zone: string): RateSpan {
  const days = DAYS[range];
  const today = startOfDay(now, zone);
  const from = startOfDay(now, zone, days - 1);
  const sameTimeMs = startOfDay(now, zone, days).getTime() + (now.getTime() - today.getTime());
  const hours = Math.max(1, Math.ceil((now.getTime() - today.getTime()) / HOUR_MS));
  return {
    step: range === "today" ? "hour" : "day",
    from,
    until: now,
    starts:
      range === "today"
        ? Array.from({ length: hours }, (_, hour) => new Date(from.getTime() + hour * HOUR_MS))
        : Array.from({ length: days }, (_, day) => startOfDay(now, zone, days - 1 - day)),
    before: {
      from: startOfDay(now, zone, 2 * days - 1),
      // The earlier day may have been shorter, when clocks went forward.
      until: new Date(Math.min(sameTimeMs, from.getTime())),
    },
  };
}

type Counted = OpsResult<"payments.success_rates">;
type Row = Counted["rates"][number];

/** `before`: null when the period before could not be counted. */
export function presentRates(now: Counted, before: Counted | null, span: RateSpan): RateView {
  const names = [...new Set([...now.rates, ...(before?.rates ?? [])].map(({ gateway }) => gateway))];
  const [all, allBefore] = [now, before].map((counted) => sumOf(counted?.rates ?? []).payments);
  const gateways = names.map((name): GatewayRates => {
    const ofNow = now.rates.filter(({ gateway }) => gateway === name);
    const sum = periodOf(ofNow, all ?? 0);
    return {
      name,
      points: pointsOf(ofNow, span),
      now: sum,
      before: before === null ? null : periodBefore(before, name, allBefore ?? 0, sum),
    };
  });
  return {
    gateways: gateways.sort(
      (one, other) =>
        other.now.payments - one.now.payments ||
        (other.before?.payments ?? 0) - (one.before?.payments ?? 0) ||
        one.name.localeCompare(other.name, "en"),
    ),
    step: span.step,
    onlySince: now.complete ? null : new Date(now.since).toISOString(),
  };
}

function periodBefore(before: Counted, name: string, all: number, now: RatePeriod) {
  const period = periodOf(
    before.rates.filter(({ gateway }) => gateway === name),
    all,
  );
  return { ...period, change: changeOf(now, period) };
}

/** Each step has a point, also one without payments. */
function pointsOf(rows: readonly Row[], { starts, until }: RateSpan): RatePoint[] {
  const byStep = starts.map((): Row[] => []);
  for (const row of rows) {
    const at = Date.parse(row.bucket);
    // The first bucket may begin before the period does.
    byStep[
      Math.max(
        0,
        starts.findLastIndex((start) => start.getTime() <= at),
      )
    ]?.push(row);
  }
  return starts.map((start, index) => {
    const counts = sumOf(byStep[index] ?? []);
    return {
      ...counts,
      from: start.toISOString(),
      until: (starts[index + 1] ?? until).toISOString(),
      rate: rateOf(counts),
    };
  });
}

function periodOf(rows: readonly Row[], all: number): RatePeriod {
  const counts = sumOf(rows);
  return { ...counts, rate: rateOf(counts), trafficShare: all === 0 ? null : counts.payments / all };
}

function sumOf(rows: readonly Row[]): RateCounts {
  const sum = { payments: 0, paid: 0, failed: 0, unavoidable: 0 };
  for (const row of rows) {
    sum.payments += row.payments;
    sum.paid += row.paid;
    sum.failed += row.failed + row.unavoidable;
    sum.unavoidable += row.unavoidable;
  }
  return sum;
}

function rateOf(counts: RateCounts): Rate | null {
  const rated = ratedOf(counts);
  const share = successRate(rated);
  return share === null || rated.of < FEWEST_FOR_RATE ? null : { share, interval: wilsonInterval(rated) };
}

function changeOf(now: RatePeriod, before: RatePeriod): RateChange {
  if (now.rate === null || before.rate === null) return { kind: "too_few" };
  const interval = differenceInterval(ratedOf(now), ratedOf(before));
  if (interval === null || (interval.low <= 0 && interval.high >= 0)) return { kind: "none" };
  const by = now.rate.share - before.rate.share;
  return { kind: by > 0 ? "higher" : "lower", by, interval };
}
