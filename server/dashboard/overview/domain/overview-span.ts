import { startOfDay, wallTimeOf } from "@/lib/zoned-time";

export const OVERVIEW_RANGES = ["24h", "7d", "30d", "90d", "365d"] as const;
export type OverviewRange = (typeof OVERVIEW_RANGES)[number];

export type OverviewBucket = "hour" | "day" | "week";

/** The time span of the overview, and the steps of its charts. Each step begins where the one before it ends. */
export type OverviewSpan = {
  range: OverviewRange;
  bucket: OverviewBucket;
  from: Date;
  until: Date;
  /** When each step begins, in order; the first is `from`. */
  starts: Date[];
};

const STEPS: Record<OverviewRange, { bucket: OverviewBucket; count: number }> = {
  "24h": { bucket: "hour", count: 24 },
  "7d": { bucket: "day", count: 7 },
  "30d": { bucket: "day", count: 30 },
  "90d": { bucket: "week", count: 13 },
  "365d": { bucket: "week", count: 53 },
};

/** Anything but a known range means the last seven days. */
export function parseOverviewRange(text: string | undefined): OverviewRange {
  return OVERVIEW_RANGES.find((range) => range === text) ?? "7d";
}

/**
 * Whole hours, days or weeks (from Monday) in the zone, the last of them the current one. They are the steps that the
 * service counts by, so that none is split.
 */
export function overviewSpan(range: OverviewRange, now: Date, zone: string): OverviewSpan {
  const { bucket, count } = STEPS[range];
  const starts =
    bucket === "hour"
      ? startsOfHours(count, now, zone)
      : Array.from({ length: count }, (_, index) => startOfStep(bucket, now, zone, count - 1 - index));
  return { range, bucket, from: starts[0] ?? now, until: now, starts };
}

const HOUR_MS = 60 * 60_000;

/**
 * The span of as many steps right before, for comparison. It ends at the same time of day, and where it has weeks at the
 * same day of the week, so that a step that has just begun is compared with as short a step.
 */
export function spanBefore({ range, bucket, starts }: OverviewSpan, now: Date, zone: string): OverviewSpan {
  if (bucket === "hour") {
    return overviewSpan(range, new Date(now.getTime() - starts.length * HOUR_MS), zone);
  }
  const days = starts.length * (bucket === "week" ? 7 : 1);
  const sinceMidnightMs = now.getTime() - startOfDay(now, zone, 0).getTime();
  const sameTimeMs = startOfDay(now, zone, days).getTime() + sinceMidnightMs;
  // The earlier day may have been shorter, when clocks went forward.
  const lastMs = startOfDay(now, zone, days - 1).getTime() - 1;
  return overviewSpan(range, new Date(Math.min(sameTimeMs, lastMs)), zone);
}

const MINUTE_MS = 60_000;

/**
 * Backwards from instant to instant: when clocks go back an hour occurs twice, so the local time does not say which of
 * the two it is.
 */
function startsOfHours(count: number, now: Date, zone: string): Date[] {
  const starts: Date[] = [];
  for (let at = now; starts.length < count; at = new Date(at.getTime() - 1)) {
    at = startOfHour(at, zone);
    starts.unshift(at);
  }
  return starts;
}

function startOfHour(at: Date, zone: string): Date {
  const minutes = Number(wallTimeOf(at, zone).slice(14, 16));
  return new Date(at.getTime() - (at.getTime() % MINUTE_MS) - minutes * MINUTE_MS);
}

function startOfStep(bucket: "day" | "week", now: Date, zone: string, stepsBefore: number): Date {
  switch (bucket) {
    case "day":
      return startOfDay(now, zone, stepsBefore);
    case "week": {
      const today = new Date(`${wallTimeOf(now, zone).slice(0, 10)}T00:00:00Z`);
      const daysSinceMonday = (today.getUTCDay() + 6) % 7;
      return startOfDay(now, zone, daysSinceMonday + 7 * stepsBefore);
    }
  }
}

/** The index of an instant's step; -1 before the span. */
export function stepOf(span: OverviewSpan, at: Date): number {
  return span.starts.findLastIndex((start) => start.getTime() <= at.getTime());
}

/** When a step ends: where the next begins, or now. */
export function endOfStep(span: OverviewSpan, index: number): Date {
  return span.starts[index + 1] ?? span.until;
}
