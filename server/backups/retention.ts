/** How many days, weeks and months keep a backup each; each of them keeps its newest one. */
export type Retention = { daily: number; weekly: number; monthly: number };

const DAY_MS = 24 * 60 * 60_000;
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_DAYS = 4;

/**
 * The backups that retention no longer keeps, of complete ones only. Days, weeks and months are of UTC and count when
 * they have a backup, so an installation that was off for a month keeps its old backups. The newest is always kept.
 */
export function expiredBackups<T extends { madeAt: Date }>(backups: readonly T[], retention: Retention): T[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  keepNewestOfEach(newestFirst, retention.daily, ({ madeAt }) => dayOf(madeAt), kept);
  keepNewestOfEach(newestFirst, retention.weekly, ({ madeAt }) => weekOf(madeAt), kept);
  keepNewestOfEach(newestFirst, retention.monthly, ({ madeAt }) => madeAt.toISOString().slice(0, 7), kept);
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
