import { expect, test } from "vitest";
import { isDue, lastDue } from "./schedule";

test.each([
  ["2026-11-25T02:29:59Z", "2026-11-24T02:30:00.000Z"],
  ["2026-11-25T02:30:00Z", "2026-11-25T02:30:00.000Z"],
  ["2026-11-25T23:59:59Z", "2026-11-25T02:30:00.000Z"],
])("at %s a backup was last due at %s", (now, due) => {
  expect(lastDue("02:30", new Date(now)).toISOString()).toBe(due);
});

test("a backup is due once a day, and at once after a night that was missed", () => {
  const now = new Date("2026-11-25T09:00:00Z");
  expect(isDue("02:30", [], now)).toBe(true);
  expect(isDue("02:30", [new Date("2026-11-24T02:30:05Z")], now)).toBe(true);
  expect(isDue("02:30", [new Date("2026-11-25T02:30:00Z")], now)).toBe(false);
  expect(isDue("02:30", [new Date("2026-11-25T08:00:00Z")], now)).toBe(false);
});

test("a backup that a wrong clock dated in the future delays none", () => {
  const [now, future] = [new Date("2026-11-25T09:00:00Z"), new Date("2027-11-25T02:30:00Z")];
  expect(isDue("02:30", [future, new Date("2026-11-24T02:30:05Z")], now)).toBe(true);
  expect(isDue("02:30", [future, new Date("2026-11-25T02:30:05Z")], now)).toBe(false);
});
