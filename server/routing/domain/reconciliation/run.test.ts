import { describe, expect, test } from "vitest";
import { isStorableText } from "@/lib/text";
import { addNotCompared, dailyRange, latestDailyDay, type NotCompared, periodOf, rangeFault } from "./run";

const NOW = new Date("2026-11-21T00:30:00Z");

describe("the days of a run", () => {
  test("both days are inclusive, in UTC", () => {
    expect(periodOf({ from: "2026-11-19", until: "2026-11-20" })).toEqual({
      from: new Date("2026-11-19T00:00:00Z"),
      until: new Date("2026-11-21T00:00:00Z"),
    });
  });

  test.each([
    ["2026-11-20", "2026-11-20", null],
    ["2026-11-21", "2026-11-21", null],
    ["2026-10-22", "2026-11-21", null],
    ["2026-10-21", "2026-11-21", "from"],
    ["2026-11-21", "2026-11-20", "until"],
    ["2026-11-21", "2026-11-22", "until"],
    ["1970-01-01", "1970-01-01", null],
    ["0000-01-01", "0000-01-01", "from"],
  ])("%s to %s: %s", (from, until, field) => {
    expect(rangeFault({ from, until }, NOW)?.field ?? null).toBe(field);
  });

  test("a day is compared an hour after its end, because clocks differ", () => {
    expect(latestDailyDay(NOW)).toBe("2026-11-19");
    expect(latestDailyDay(new Date("2026-11-21T01:00:00Z"))).toBe("2026-11-20");
  });

  test.each([
    [null, "2026-11-20"],
    ["2026-11-19", "2026-11-20"],
    ["2026-11-16", "2026-11-17"],
    ["2026-01-01", "2026-10-21"],
  ])(
    "after a last day of %s, the daily run begins on %s: no day is left out while nothing ran",
    (last, from) => {
      expect(dailyRange(last, "2026-11-20")).toEqual({ from, until: "2026-11-20" });
    },
  );
});

test("what was not compared is counted by gateway and reason, and the list stays short", () => {
  let all: NotCompared[] = [];
  for (let n = 0; n < 100; n += 1) {
    all = addNotCompared(all, { gateway: "stripe", reason: "timeout" });
    all = addNotCompared(all, { gateway: "stripe", reason: `error ${n}` });
  }
  expect(all).toHaveLength(20);
  expect(all[0]).toEqual({ gateway: "stripe", reason: "timeout", count: 100 });
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(200);
});

test.each([["a gateway\0says"], ["half \ud83d of it"], [`${"x".repeat(299)}😀 and more`]])(
  "the reason %j is stored as text that the database accepts",
  (reason) => {
    const [only] = addNotCompared([], { gateway: "stripe", reason });
    expect(isStorableText(only?.reason ?? "\0")).toBe(true);
    expect(addNotCompared(only === undefined ? [] : [only], { gateway: "stripe", reason })).toHaveLength(1);
  },
);
