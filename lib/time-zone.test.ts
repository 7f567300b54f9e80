import { expect, test, vi } from "vitest";
import { isReadableTimeZone, isTimeZone } from "./time-zone";

test.each([
  "Asia/Kolkata",
  "Asia/Calcutta",
  "America/Argentina/Buenos_Aires",
  "Etc/GMT+5",
  "UTC",
  "Japan",
  "US/Pacific",
  "asia/kolkata",
])("%s is a time zone", (name) => expect(isTimeZone(name)).toBe(true));

test.each(["IST", "EST", "EST5EDT", "CET", "PST", "ACT", "US/Pacific-New", "SystemV/AST4ADT"])(
  "%s is none, although the runtime reads it",
  (name) => {
    expect(isReadableTimeZone(name)).toBe(true);
    expect(isTimeZone(name)).toBe(false);
  },
);

test.each(["", "+05:30", "-08:00", "Asia/Nowhere", "Asia/Kolkata\n", "Asia//Kolkata", "A".repeat(10_000)])(
  "%j is none",
  (name) => expect(isTimeZone(name)).toBe(false),
);

test("a zone that was named before is not made again: a set of rules may name it hundreds of times", () => {
  // Named by no other test: files share their modules.
  const made = vi.spyOn(Intl, "DateTimeFormat");
  for (let i = 0; i < 800; i += 1) expect(isTimeZone("Antarctica/Troll")).toBe(true);
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});
