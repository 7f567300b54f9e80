import { expect, test, vi } from "vitest";
import { isTimeZone } from "./time-zone";

test.each(["Asia/Kolkata", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "UTC", "asia/kolkata"])(
  "%s is a time zone",
  (name) => expect(isTimeZone(name)).toBe(true),
);

test.each(["", "+05:30", "-08:00", "Asia/Nowhere", "Asia/Kolkata\n", "Asia//Kolkata", "A".repeat(10_000)])(
  "%j is none",
  (name) => expect(isTimeZone(name)).toBe(false),
);

test("a zone that was named before is not made again: a set of rules may name it hundreds of times", () => {
  const made = vi.spyOn(Intl, "DateTimeFormat");
  for (let i = 0; i < 800; i += 1) expect(isTimeZone("Europe/Lisbon")).toBe(true);
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});
