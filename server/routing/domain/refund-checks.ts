const DAY_MS = 24 * 60 * 60_000;

/**
 * The days after its final status on which a refund is checked at its gateway (decision 0213). Most changes come within
 * days.
 */
const CHECKED_AFTER_DAYS = [1, 3, 7, 14, 30] as const;

/** The next check after `at` of a refund that became final at `completedAt`; null when none is left. */
export function nextCheckAt(completedAt: Date, at: Date): Date | null {
  const times = CHECKED_AFTER_DAYS.map((days) => new Date(completedAt.getTime() + days * DAY_MS));
  return times.find((time) => time > at) ?? null;
}
