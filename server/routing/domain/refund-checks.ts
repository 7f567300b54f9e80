const DAY_MS = 24 * 60 * 60_000;

/**
 * The days after its final status on which a refund is checked at its gateway (decision 0213). Most changes come within
 * days.
 */
const CHECKED_AFTER_DAYS = [1, 3, 7, 14, 30] as const;

/**
 * How many milliseconds after `at` a refund that has ended is checked next; null for one that is not checked any more, or of
 * which its gateway has nothing to look up.
 */
export function pauseUntilCheck(
  { completedAt, gatewayRefundId }: { completedAt: Date | null; gatewayRefundId: string | null },
  at: Date,
): number | null {
  if (completedAt === null || gatewayRefundId === null) return null;
  const next = nextCheckAt(completedAt, at);
  return next === null ? null : next.getTime() - at.getTime();
}

const SOONEST_AGAIN_MS = 15 * 60_000;
const LATEST_AGAIN_MS = 6 * 60 * 60_000;

/**
 * The pause after a check without a response, in milliseconds: a hundredth of the time since its end, from a quarter of an hour to
 * six hours. So all refunds of a gateway that never answers again cost few calls.
 */
export function pauseUntilAnswered({ completedAt }: { completedAt: Date | null }, at: Date): number {
  const sinceMs = completedAt === null ? 0 : at.getTime() - completedAt.getTime();
  return Math.min(Math.max(sinceMs / 100, SOONEST_AGAIN_MS), LATEST_AGAIN_MS);
}

/** The next check after `at` of a refund that became final at `completedAt`; null when none is left. */
function nextCheckAt(completedAt: Date, at: Date): Date | null {
  const times = CHECKED_AFTER_DAYS.map((days) => new Date(completedAt.getTime() + days * DAY_MS));
  return times.find((time) => time > at) ?? null;
}
