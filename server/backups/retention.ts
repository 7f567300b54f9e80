/** How many days, weeks and months keep a backup each; each of them keeps its newest one. */
export type Retention = { daily: number; weekly: number; monthly: number };

const DAY_MS = 24 * 60 * 60_000;
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_DAYS = 4;

/** What somebody may still find out to be wrong: a backup made after an accident must not replace the one before it. */
const ALL_KEPT_MS = 2 * DAY_MS;

/**
 * The backups that retention no longer keeps, of complete ones only. Days, weeks and months are of UTC and count when
 * they have a backup, so an installation that was off for a month keeps its old backups. Doubtful backups are counted apart: they
 * take no good one's place. The newest of both is always kept, and everything of the last two days or of the future.
 */
export function expiredBackups<T extends { madeAt: Date; isDoubtful: boolean }>(
  backups: readonly T[],
  retention: Retention,
  now: Date,
): T[] {
  const newestFirst = backups
    .filter(({ madeAt }) => madeAt <= now)
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const kept = new Set(newestFirst.filter(({ madeAt }) => now.getTime() - madeAt.getTime() < ALL_KEPT_MS));
  for (const series of [false, true].map((wanted) =>
    newestFirst.filter(({ isDoubtful }) => isDoubtful === wanted),
  )) {
    for (const newest of series.slice(0, 1)) kept.add(newest);
    keepNewestOfEach(series, retention.daily, ({ madeAt }) => dayOf(madeAt), kept);
    keepNewestOfEach(series, retention.weekly, ({ madeAt }) => weekOf(madeAt), kept);
    keepNewestOfEach(series, retention.monthly, ({ madeAt }) => madeAt.toISOString().slice(0, 7), kept);
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}

function keepNewestOfEach<T>(
  newestFirst: readonly T[],
  count: number,
  periodOf: (backup: T) => number | string,
  kept: Set<T>,
): void {
  const periods = new Set<number | string>();
  for (const backup of newestFirst) {
    const period = periodOf(backup);
    if (periods.has(period)) continue;
    if (periods.size === count) return;
    periods.add(period);
    kept.add(backup);
  }
}

function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS);
}

function weekOf(at: Date): number {
  return Math.floor((dayOf(at) - FIRST_MONDAY_DAYS) / 7);
}
