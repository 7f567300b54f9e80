import { expect, test } from "vitest";
import { formatTime, formatUtcTime } from "./time-format";

const AT = new Date("2026-11-21T17:42:22Z");

test("a time whose zone the viewer has not set yet says so, and takes no more room than the one that follows", () => {
  expect(formatUtcTime(AT, "en")).toBe("21 Nov 2026, 17:42 UTC");
  for (const locale of ["en", "hi"] as const) {
    expect(formatUtcTime(AT, locale).length).toBeLessThanOrEqual(formatTime(AT, locale).length + 1);
  }
});

test("a time in the viewer's zone is shown to the second, or to the minute where it is part of a name", () => {
  expect(formatTime(AT, "en")).toMatch(/^2[12] Nov 2026, \d\d:\d\d:22$/);
  expect(formatTime(AT, "en", "Asia/Kolkata", "minutes")).toBe("21 Nov 2026, 23:12");
  expect(formatTime(AT, "en", "Asia/Kolkata", "withoutYear")).toBe("21 Nov, 23:12");
  expect(formatUtcTime(AT, "en", "withoutYear")).toBe("21 Nov, 17:42 UTC");
});
