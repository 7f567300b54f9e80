const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A number of one unit; its texts are in `common.duration`. */
type Duration = { unit: "seconds" | "minutes" | "hours" | "days"; n: number };

/**
 * A duration in its largest useful unit: 4 s, 12 min, 3 h, 5 d. Rounded down, so that an age is never overstated; a
 * negative one (two clocks that differ) counts as zero.
 */
export function durationOf(ms: number): Duration {
  const span = Math.max(0, ms);
  if (span < MINUTE_MS) return { unit: "seconds", n: Math.floor(span / SECOND_MS) };
  if (span < HOUR_MS) return { unit: "minutes", n: Math.floor(span / MINUTE_MS) };
  if (span < 2 * DAY_MS) return { unit: "hours", n: Math.floor(span / HOUR_MS) };
  return { unit: "days", n: Math.floor(span / DAY_MS) };
}
