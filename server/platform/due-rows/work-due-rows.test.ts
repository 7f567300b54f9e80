import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLogger } from "../log";
import type { Pool } from "../pool";
import { workDueRows } from "./work-due-rows";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Row = { id: number; origin: null };

test("a look is followed by another one when a step ends, and not at once", async () => {
  let looks = 0;
  let end = (): void => undefined;
  const jobs = workDueRows<{ id: number }, Row>({
    rows: {
      table: "letters",
      take: () => Promise.resolve((looks += 1) === 1 ? [{ id: 1, origin: null }] : []),
      extend: () => Promise.resolve(),
      release: () => Promise.resolve(),
    },
    task: "send-letter",
    pool: {} as Pool,
    sessions: null,
    logger: createLogger("test", "silent"),
    onJobDone: () => undefined,
    lanes: ["all"],
    shares: { free: { most: 1, ofLane: () => 1 }, hold: (_, call) => call() },
    laneOf: () => "all",
    work: () => new Promise((resolve) => (end = resolve)),
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(looks).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(10);
  expect(looks).toBe(2);
  await jobs.stop();
});
