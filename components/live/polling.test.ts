import { describe, expect, test } from "vitest";
import { CALM_SCHEDULE, PAYMENT_SCHEDULE, pollDelayMs, REFUND_SCHEDULE } from "./polling";

const SEEDS = Array.from(
  { length: 50 },
  (_, index) => `RFD2026112117637000${String(index).padStart(5, "0")}`,
);

describe("a refund's polling", () => {
  test("keeps 0.8 to 1.4 s while it is watched closely", () => {
    for (const seed of SEEDS) {
      for (let looks = 0; looks <= REFUND_SCHEDULE.steadyPolls; looks += 1) {
        const delayMs = pollDelayMs(REFUND_SCHEDULE, looks, seed);
        expect(delayMs).toBeGreaterThanOrEqual(800);
        expect(delayMs).toBeLessThanOrEqual(1_400);
      }
    }
  });

  test("is watched closely for about a minute", () => {
    let totalMs = 0;
    for (let looks = 0; looks <= REFUND_SCHEDULE.steadyPolls; looks += 1) {
      totalMs += pollDelayMs(REFUND_SCHEDULE, looks, "RFD202611211763700000000");
    }
    expect(totalMs).toBeGreaterThan(50_000);
    expect(totalMs).toBeLessThan(70_000);
  });
});

describe.each([
  ["refund", REFUND_SCHEDULE],
  ["payment", PAYMENT_SCHEDULE],
  ["calm", CALM_SCHEDULE],
] as const)("the %s schedule", (_name, schedule) => {
  test("never waits longer than its bound, however long it has been looking", () => {
    for (const looks of [schedule.steadyPolls + 20, 1_000, 1_000_000]) {
      expect(pollDelayMs(schedule, looks, "seed")).toBeLessThanOrEqual(schedule.maxMs);
      expect(pollDelayMs(schedule, looks, "seed")).toBeGreaterThan(schedule.maxMs / 2);
    }
  });

  test("answers the same for the same page and look", () => {
    expect(pollDelayMs(schedule, 7, "seed")).toBe(pollDelayMs(schedule, 7, "seed"));
  });
});

test("pages that began together do not ask in step", () => {
  const delays = new Set(SEEDS.map((seed) => pollDelayMs(REFUND_SCHEDULE, 3, seed)));
  expect(delays.size).toBeGreaterThan(SEEDS.length / 2);
});
