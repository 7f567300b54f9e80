import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantOfWallTime, startOfDay, wallTimeOf } from "./zoned-time";

const ZONES = [
  "UTC",
  "Asia/Kolkata",
  "America/New_York",
  "Pacific/Apia",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
];

const iso = (wallTime: string, zone: string): string | undefined =>
  instantOfWallTime(wallTime, zone)?.toISOString();

describe("a wall time", () => {
  it("is an instant by its zone", () => {
    expect(iso("2026-11-21T09:30", "Asia/Kolkata")).toBe("2026-11-21T04:00:00.000Z");
    expect(iso("2026-11-21T09:30:15", "UTC")).toBe("2026-11-21T09:30:15.000Z");
    expect(iso("2026-07-01T00:00", "America/New_York")).toBe("2026-07-01T04:00:00.000Z");
    expect(iso("2026-12-01T00:00", "America/New_York")).toBe("2026-12-01T05:00:00.000Z");
  });

  it("that the clock skips is read as if it did not, and one that comes twice is the first", () => {
    expect(iso("2026-03-08T02:30", "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
    expect(iso("2026-11-01T01:30", "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
  });

  it.each([
    "",
    "today",
    "2026-02-31T10:00",
    "2026-13-01T10:00",
    "2026-11-21T25:00",
    "2026-11-21",
    "2026-11-21T10:00Z",
    "0026-11-21T10:00",
    "9999-12-31T10:00",
  ])("is never made of %j", (text) => expect(instantOfWallTime(text, "Asia/Kolkata")).toBeNull());

  it("comes back as it was, in every zone", () => {
    const anyInstant = fc.date({
      min: new Date("2015-01-01"),
      max: new Date("2035-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyInstant, fc.constantFrom(...ZONES), (at, zone) => {
        const wallTime = wallTimeOf(at, zone);
        const back = instantOfWallTime(wallTime, zone);
        expect(back === null ? null : wallTimeOf(back, zone)).toBe(wallTime);
      }),
    );
  });
});

it("a day begins at its zone's midnight, also a day with another length", () => {
  const at = new Date("2026-11-20T20:00:00Z");
  expect(startOfDay(at, "Asia/Kolkata").toISOString()).toBe("2026-11-20T18:30:00.000Z");
  expect(startOfDay(at, "UTC").toISOString()).toBe("2026-11-20T00:00:00.000Z");
  expect(startOfDay(at, "UTC", 6).toISOString()).toBe("2026-11-14T00:00:00.000Z");
  expect(startOfDay(new Date("2026-11-01T20:00:00Z"), "America/New_York").toISOString()).toBe(
    "2026-11-01T04:00:00.000Z",
  );
  expect(startOfDay(new Date("2026-11-02T20:00:00Z"), "America/New_York", 1).toISOString()).toBe(
    "2026-11-01T04:00:00.000Z",
  );
});
