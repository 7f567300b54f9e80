import { expect, it } from "vitest";
import { type ExportTimes, nextSlot } from "./next-slot";

const daily: ExportTimes = {
  frequency: "daily",
  weekday: null,
  monthDay: null,
  atMinute: 9 * 60 + 30,
  timeZone: "Asia/Kolkata",
};
const slots = (times: Partial<ExportTimes>, after: string, count = 1): string[] => {
  const found: string[] = [];
  let at = new Date(after);
  for (let index = 0; index < count; index += 1) {
    at = nextSlot({ ...daily, ...times }, at);
    found.push(at.toISOString().slice(0, 16));
  }
  return found;
};

it("is later the same day, and the next day at the exact moment", () => {
  expect(slots({}, "2026-11-21T03:59:59.999Z", 2)).toEqual(["2026-11-21T04:00", "2026-11-22T04:00"]);
  expect(slots({}, "2026-11-21T04:00:00.000Z")).toEqual(["2026-11-22T04:00"]);
});

it("is on the day of the week of the zone, not of UTC", () => {
  // Monday half past midnight in India is Sunday in UTC.
  const monday = { frequency: "weekly", weekday: 1, atMinute: 30 } as const;
  expect(slots(monday, "2026-11-21T00:00:00Z", 2)).toEqual(["2026-11-22T19:00", "2026-11-29T19:00"]);
});

it("is on the last day of a month that is too short", () => {
  const last = { frequency: "monthly", monthDay: 31, timeZone: "UTC" } as const;
  expect(slots(last, "2027-01-15T00:00:00Z", 4)).toEqual([
    "2027-01-31T09:30",
    "2027-02-28T09:30",
    "2027-03-31T09:30",
    "2027-04-30T09:30",
  ]);
});

it("comes once a day across both changes of the clock", () => {
  const berlin = { timeZone: "Europe/Berlin", atMinute: 2 * 60 + 30 };
  expect(slots(berlin, "2026-03-28T00:00:00Z", 3)).toEqual([
    "2026-03-28T01:30",
    "2026-03-29T01:30",
    "2026-03-30T00:30",
  ]);
  expect(slots(berlin, "2026-10-24T12:00:00Z", 2)).toEqual(["2026-10-25T00:30", "2026-10-26T01:30"]);
});
