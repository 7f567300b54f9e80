import { dayAfter, instantOfWallTime, startOfDay, wallTimeOf } from "@/lib/zoned-time";

export const OVERVIEW_RANGES = ["24h", "7d", "30d", "90d", "365d"] as const;
export type OverviewRange = (typeof OVERVIEW_RANGES)[number];

export type OverviewBucket = "hour" | "day" | "week";

/** The time span of the overview, and the steps of its charts. Each step begins where the one before it ends. */
export type OverviewSpan = {
  /** `days`: those that somebody chose. */
  range: OverviewRange | "days";
  bucket: OverviewBucket;
  from: Date;
  until: Date;
  /** When each step begins, in order; of chosen days the first week may begin before `from`. */
  starts: Date[];
};

/** The first and the last of chosen days, as the fields of a form have them: "2026-11-21". */
export type ChosenDays = { from: string; until: string };

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

const DAY_MS = 24 * 60 * 60_000;
/** So many days as bars are still told apart. */
const MOST_DAYS_BY_DAY = 62;
const MOST_DAYS = 366;

/** The span of chosen days, by day or week; null unless they are at most 366 days in order that have begun. */
export function spanOfDays(days: ChosenDays, now: Date, zone: string): OverviewSpan | null {
  const from = instantOfWallTime(`${days.from}T00:00`, zone);
  const last = instantOfWallTime(`${days.until}T00:00`, zone);
  if (from === null || last === null || from > last || from > now) return null;
  const end = instantOfWallTime(`${dayAfter(days.until)}T00:00`, zone) ?? now;
  const count = Math.round((Date.parse(days.until) - Date.parse(days.from)) / DAY_MS) + 1;
  if (count > MOST_DAYS) return null;
  const until = end < now ? end : now;
  const bucket = count > MOST_DAYS_BY_DAY ? "week" : "day";
  const starts: Date[] = [];
  // Midday of the last day: its own step is the last one, also where clocks change.
  const lastStep = new Date(Math.min(until.getTime() - 1, last.getTime() + DAY_MS / 2));
  do starts.unshift(startOfStep(bucket, lastStep, zone, starts.length));
  while ((starts[0] ?? from) > from);
  return { range: "days", bucket, from, until, starts };
}

const HOUR_MS = 60 * 60_000;

/**
 * The span of as many steps right before, for comparison. It ends at the same time of day, and where it has weeks at the
 * same day of the week, so that a step that has just begun is compared with as short a step.
 */
export function spanBefore(
  { range, bucket, starts }: OverviewSpan,
  now: Date,
  zone: string,
): OverviewSpan | null {
  // Whoever chose days chooses what to compare them with, too.
  if (range === "days") return null;
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
