import fc from "fast-check";
import { expect, test } from "vitest";
import { expiredBackups } from "./retention";

const DAY_MS = 24 * 60 * 60_000;
type Backup = Parameters<typeof expiredBackups>[0][number];
const NOW = new Date("2026-11-25T03:00:00Z");
const backup = (time: string, isDoubtful = false): Backup => ({ madeAt: new Date(time), isDoubtful });
const daily = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => backup(new Date(Date.parse(first) + at * DAY_MS).toISOString()));
const keptOf = (backups: Backup[], retention: Parameters<typeof expiredBackups>[1], now = NOW): string[] => {
  const expired = new Set(expiredBackups(backups, retention, now));
  return backups.filter((each) => !expired.has(each)).map(({ madeAt }) => madeAt.toISOString().slice(0, 10));
};
const USUAL = { daily: 7, weekly: 4, monthly: 12 };

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
  expect(expiredBackups(backups, USUAL, NOW)).toEqual([backups[1], backups[0]]);
});

test("the good backup of a day outlives, for two days, those that were made after an accident", () => {
  const backups = ["T02:30:00Z", "T11:00:00Z", "T12:00:00Z"].map((time) => backup(`2026-11-23${time}`));
  expect(expiredBackups(backups, USUAL, new Date("2026-11-25T02:29:59Z"))).toEqual([]);
  expect(expiredBackups(backups, USUAL, new Date("2026-11-25T02:30:00Z"))).toEqual([backups[0]]);
});

test("backups whose trial failed take the place of no other, and the newest of them stays", () => {
  const good = daily("2026-11-01T02:30:00Z", 3);
  const doubtful = daily("2026-11-04T02:30:00Z", 9).map(({ madeAt }) => ({ madeAt, isDoubtful: true }));
  const retention = { daily: 2, weekly: 0, monthly: 0 };
  expect(keptOf([...good, ...doubtful], retention)).toEqual([
    "2026-11-02",
    "2026-11-03",
    "2026-11-11",
    "2026-11-12",
  ]);
});

test("a backup that a wrong clock dated in the future is kept, and takes the place of no other", () => {
  const backups = [...daily("2026-11-01T02:30:00Z", 3), backup("2027-11-01T02:30:00Z")];
  const retention = { daily: 1, weekly: 0, monthly: 0 };
  expect(keptOf(backups, retention)).toEqual(["2026-11-03", "2027-11-01"]);
});

test("days without a backup do not use up the retention", () => {
  const backups = [
    backup("2026-01-05T02:00:00Z"),
    backup("2026-03-09T02:00:00Z"),
    backup("2026-11-25T02:00:00Z"),
  ];
  expect(expiredBackups(backups, { daily: 3, weekly: 0, monthly: 0 }, NOW)).toEqual([]);
});

test("the newest is never deleted, and of older ones never more are kept than days, weeks and months together", () => {
  const times = fc.array(
    fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true }),
    {
      minLength: 1,
      maxLength: 60,
    },
  );
  const count = fc.integer({ min: 0, max: 8 });
  const now = new Date("2030-01-03");
  fc.assert(
    fc.property(times, count, count, count, (dates, days, weeks, months) => {
      const backups = dates.map((madeAt) => ({ madeAt, isDoubtful: false }));
      const retention = { daily: days + 1, weekly: weeks, monthly: months };
      const expired = expiredBackups(backups, retention, now);
      const newest = Math.max(...dates.map((date) => date.getTime()));
      const kept = backups.filter((each) => !expired.includes(each));
      expect(kept.some(({ madeAt }) => madeAt.getTime() === newest)).toBe(true);
      expect(kept.length).toBeLessThanOrEqual(days + 1 + weeks + months);
      // Deleting is repeatable: what was kept is kept.
      expect(expiredBackups(kept, retention, now)).toEqual([]);
    }),
  );
});
