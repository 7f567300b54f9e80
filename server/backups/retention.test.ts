import fc from "fast-check";
import { expect, test } from "vitest";
import { expiredBackups } from "./retention";

const DAY_MS = 24 * 60 * 60_000;
const backup = (time: string) => ({ madeAt: new Date(time) });
const daily = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ madeAt: new Date(Date.parse(first) + at * DAY_MS) }));
const keptOf = (backups: { madeAt: Date }[], retention: Parameters<typeof expiredBackups>[1]): string[] => {
  const expired = new Set(expiredBackups(backups, retention));
  return backups.filter((each) => !expired.has(each)).map(({ madeAt }) => madeAt.toISOString().slice(0, 10));
};

test("each of the last days, weeks from Monday on, and months keeps its newest backup", () => {
  const backups = daily("2026-08-01T02:30:00Z", 92);
  expect(keptOf(backups, { daily: 3, weekly: 2, monthly: 3 })).toEqual([
    "2026-08-31",
    "2026-09-30",
    // A Sunday: the last of the week before.
    "2026-10-25",
    "2026-10-29",
    "2026-10-30",
    "2026-10-31",
  ]);
});

test("several backups of one day count as one, and the newest stays", () => {
  const backups = ["T01:00:00Z", "T05:00:00Z", "T23:59:59Z"].map((time) => backup(`2026-11-20${time}`));
  expect(expiredBackups(backups, { daily: 7, weekly: 4, monthly: 12 })).toEqual([backups[1], backups[0]]);
});

test("days without a backup do not use up the retention", () => {
  const backups = [
    backup("2026-01-05T02:00:00Z"),
    backup("2026-03-09T02:00:00Z"),
    backup("2026-11-25T02:00:00Z"),
  ];
  expect(expiredBackups(backups, { daily: 3, weekly: 0, monthly: 0 })).toEqual([]);
});

test("the newest is never deleted, and never more are kept than days, weeks and months together", () => {
  const times = fc.array(
    fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true }),
    {
      minLength: 1,
      maxLength: 60,
    },
  );
  const count = fc.integer({ min: 0, max: 8 });
  fc.assert(
    fc.property(times, count, count, count, (dates, days, weeks, months) => {
      const backups = dates.map((madeAt) => ({ madeAt }));
      const retention = { daily: days + 1, weekly: weeks, monthly: months };
      const expired = expiredBackups(backups, retention);
      const newest = Math.max(...dates.map((date) => date.getTime()));
      const kept = backups.filter((each) => !expired.includes(each));
      expect(kept.some(({ madeAt }) => madeAt.getTime() === newest)).toBe(true);
      expect(kept.length).toBeLessThanOrEqual(days + 1 + weeks + months);
      // Deleting is repeatable: what was kept is kept.
      expect(expiredBackups(kept, retention)).toEqual([]);
    }),
  );
});
