import { expect, test } from "vitest";
import { changeFormat, pointsFormat, stepFormats } from "./chart-formats";

test("of an hour that comes twice the full label says which one it is", () => {
  const steps = ["2026-11-01T05:00:00.000Z", "2026-11-01T06:00:00.000Z"].map((from) => ({ from }));
  const twice = stepFormats("hour", "en", "America/New_York", steps);
  expect(steps.map(({ from }) => twice.short(from))).toEqual(["01:00", "01:00"]);
  expect(new Set(steps.map(({ from }) => twice.full(from))).size).toBe(2);
  expect(stepFormats("hour", "en", "UTC", steps).full("2026-11-01T05:00:00.000Z")).toMatch(/05:00$/);
});

test("a change has its sign, a fall with a minus and not a hyphen", () => {
  for (const locale of ["en", "hi"] as const) {
    expect([0.15, -0.21, 0].map(changeFormat(locale))).toEqual(["+15%", "−21%", "0%"]);
    expect([0.015, -0.049].map(pointsFormat(locale))).toEqual(["+1.5", "−4.9"]);
  }
});
