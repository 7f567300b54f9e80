import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isActiveAt } from "./active-times";
import type { ActiveTimes, WeeklyWindow } from "./rule";

const always: ActiveTimes = { from: null, until: null, windows: [] };
const inWindow = (window: WeeklyWindow, at: string): boolean =>
  isActiveAt({ ...always, windows: [window] }, new Date(at));

describe("from and until", () => {
  test("the period is half-open, and an end that is not named is open", () => {
    const from = new Date("2026-01-01T00:00:00Z");
    const until = new Date("2026-02-01T00:00:00Z");
    const at = (text: string, times: Partial<ActiveTimes>): boolean =>
      isActiveAt({ ...always, ...times }, new Date(text));
    expect(at("2025-12-31T23:59:59.999Z", { from, until })).toBe(false);
    expect(at("2026-01-01T00:00:00Z", { from, until })).toBe(true);
    expect(at("2026-01-31T23:59:59.999Z", { from, until })).toBe(true);
    expect(at("2026-02-01T00:00:00Z", { from, until })).toBe(false);
    expect(at("2030-01-01T00:00:00Z", { from })).toBe(true);
    expect(at("2020-01-01T00:00:00Z", { until })).toBe(true);
  });
});

describe("weekly windows", () => {
  const office: WeeklyWindow = {
    timeZone: "Asia/Kolkata",
    days: ["MON", "TUE", "WED", "THU", "FRI"],
    fromMinute: 9 * 60,
    toMinute: 18 * 60,
  };

  test.each([
    ["Monday 09:00 in Kolkata", "2026-11-23T03:30:00Z", true],
    ["a minute earlier", "2026-11-23T03:29:59Z", false],
    ["Monday 17:59", "2026-11-23T12:29:00Z", true],
    ["Monday 18:00", "2026-11-23T12:30:00Z", false],
    ["Sunday noon", "2026-11-22T06:30:00Z", false],
  ])("follow the wall clock of their zone: %s", (_name, at, expected) => {
    expect(inWindow(office, at)).toBe(expected);
  });

  const night: WeeklyWindow = { timeZone: "UTC", days: ["FRI"], fromMinute: 22 * 60, toMinute: 6 * 60 };
  test.each([
    ["Friday 21:59", "2026-11-20T21:59:00Z", false],
    ["Friday 22:00", "2026-11-20T22:00:00Z", true],
    ["Saturday 05:59", "2026-11-21T05:59:00Z", true],
    ["Saturday 06:00", "2026-11-21T06:00:00Z", false],
    ["Friday 05:00, which would be Thursday's", "2026-11-20T05:00:00Z", false],
    ["Saturday 23:00", "2026-11-21T23:00:00Z", false],
  ])("one past midnight belongs to the day on which it begins: %s", (_name, at, expected) => {
    expect(inWindow(night, at)).toBe(expected);
  });

  test("one that ends when it begins lasts a day", () => {
    const day: WeeklyWindow = { timeZone: "UTC", days: ["FRI"], fromMinute: 600, toMinute: 600 };
    expect(inWindow(day, "2026-11-20T09:59:00Z")).toBe(false);
    expect(inWindow(day, "2026-11-20T10:00:00Z")).toBe(true);
    expect(inWindow(day, "2026-11-21T09:59:00Z")).toBe(true);
    expect(inWindow(day, "2026-11-21T10:00:00Z")).toBe(false);
  });

  const berlin: WeeklyWindow = { timeZone: "Europe/Berlin", days: ["SUN"], fromMinute: 60, toMinute: 240 };
  test.each([
    // 29 March 2026: 02:00 becomes 03:00, so 01:00 to 04:00 lasts two hours.
    ["spring, 01:00", "2026-03-29T00:00:00Z", true],
    ["spring, 03:59", "2026-03-29T01:59:00Z", true],
    ["spring, 04:00", "2026-03-29T02:00:00Z", false],
    // 25 October 2026: 03:00 becomes 02:00, so it lasts four.
    ["autumn, 00:59", "2026-10-24T22:59:00Z", false],
    ["autumn, 01:00", "2026-10-24T23:00:00Z", true],
    ["autumn, the second 02:30", "2026-10-25T01:30:00Z", true],
    ["autumn, 03:59", "2026-10-25T02:59:00Z", true],
    ["autumn, 04:00", "2026-10-25T03:00:00Z", false],
  ])("keep to the wall clock when the offset changes: %s", (_name, at, expected) => {
    expect(inWindow(berlin, at)).toBe(expected);
  });

  test("of windows that share out a day, exactly one is open at any time (property)", () => {
    const instant = fc.date({
      min: new Date("2020-01-01T00:00:00Z"),
      max: new Date("2030-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const zone = fc.constantFrom("Asia/Kolkata", "Europe/Berlin", "America/New_York", "UTC");
    const days = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] as const;
    fc.assert(
      fc.property(instant, minute, minute, zone, (at, a, b, timeZone) => {
        fc.pre(a !== b);
        const first = { timeZone, days, fromMinute: a, toMinute: b };
        const second = { timeZone, days, fromMinute: b, toMinute: a };
        const open = [first, second].filter((window) => isActiveAt({ ...always, windows: [window] }, at));
        expect(open).toHaveLength(1);
      }),
    );
  });

  test("the night that begins on Sunday ends on Monday", () => {
    const sunday: WeeklyWindow = { timeZone: "UTC", days: ["SUN"], fromMinute: 1_380, toMinute: 60 };
    expect(inWindow(sunday, "2026-11-22T23:30:00Z")).toBe(true);
    expect(inWindow(sunday, "2026-11-23T00:59:00Z")).toBe(true);
    expect(inWindow(sunday, "2026-11-23T01:00:00Z")).toBe(false);
    expect(inWindow(sunday, "2026-11-24T00:30:00Z")).toBe(false);
  });

  test("any of several windows is enough, and none of them is not", () => {
    const noon: WeeklyWindow = { timeZone: "UTC", days: ["SAT"], fromMinute: 720, toMinute: 780 };
    const windows = [noon, { ...noon, fromMinute: 900, toMinute: 960 }];
    const at = (text: string): boolean => isActiveAt({ ...always, windows }, new Date(text));
    expect(at("2026-11-21T15:30:00Z")).toBe(true);
    expect(at("2026-11-21T14:00:00Z")).toBe(false);
  });
});
