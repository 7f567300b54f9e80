import { expect, test } from "vitest";
import { isTrialDue } from "./trial-due";

const NOW = new Date("2026-03-10T02:30:00Z");

/** Backups, the newest first; a name that ends in `+` was restored on trial. */
function isDueAfter(...days: string[]): Promise<boolean> {
  const backups = days.map((day) => {
    const madeAt = new Date(`${day.slice(0, 10)}T02:30:00Z`);
    return { name: day, madeAt, kind: "cluster" as const, bytes: 1, isDoubtful: false };
  });
  const readText = (file: string): Promise<string> =>
    Promise.resolve(
      JSON.stringify({
        format: 1,
        madeAt: NOW.toISOString(),
        bytes: 1,
        sha256: "0".repeat(64),
        verifiedAt: file.includes("+") ? NOW.toISOString() : null,
      }),
    );
  return isTrialDue({ readText }, { backups }, { every: 3, now: NOW });
}

test("one of so many backups is restored on trial", async () => {
  expect(await isDueAfter()).toBe(true);
  expect(await isDueAfter("2026-03-09+")).toBe(false);
  expect(await isDueAfter("2026-03-09", "2026-03-08+")).toBe(false);
  expect(await isDueAfter("2026-03-09", "2026-03-08", "2026-03-07+")).toBe(true);
});

test("one that a wrong clock dated in the future puts no trial off", async () => {
  expect(await isDueAfter("2027-03-09+", "2026-03-09", "2026-03-08", "2026-03-07+")).toBe(true);
});
