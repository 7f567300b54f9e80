import { expect, test, vi } from "vitest";
import {
  type KeepEvent,
  keepRunning,
  type ProcessRun,
  restartPauseMs,
  type StartAttempt,
} from "./keep-running";

type FakeRun = ProcessRun & { end(how: string): void };

function fakeRun(): FakeRun {
  let end: (how: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  return { ended, end, stop: () => Promise.resolve(end("it was stopped")), kill: () => end("it was killed") };
}

/** Keeps runs that end at once, and starts that fail as configured; returns the events. */
function keep(
  attempts: (start: number) => StartAttempt | "ends at once" | "runs",
  { ranWellMs }: { ranWellMs?: number } = {},
) {
  const events: KeepEvent[] = [];
  const pauses: number[] = [];
  let starts = 0;
  const kept = keepRunning(
    () => {
      starts += 1;
      const attempt = attempts(starts);
      if (typeof attempt === "object") return Promise.resolve(attempt);
      const run = fakeRun();
      if (attempt === "ends at once") run.end("it ended with code 1");
      return Promise.resolve({ kind: "started", run });
    },
    (event) => events.push(event),
    {
      ranWellMs,
      pauseMs: (failures) => {
        pauses.push(failures);
        return 0;
      },
    },
  );
  return { kept, events, pauses, starts: () => starts };
}

test("pauses double from a fifth of a second and never exceed ten seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 1_000].map(restartPauseMs)).toEqual([
    200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000,
  ]);
});

test("a start that is killed again and again is tried again after less than a second", async () => {
  const killed = { kind: "failed", problem: "it was killed", isFinal: false, wasKilled: true } as const;
  const failed = { ...killed, wasKilled: false };
  const { kept, pauses } = keep((start) => (start <= 6 ? killed : start <= 8 ? failed : "runs"));
  await expect.poll(() => pauses.length).toBe(8);
  expect(pauses).toEqual([0, 1, 2, 2, 2, 2, 3, 4]);
  expect(restartPauseMs(2)).toBeLessThan(1_000);
  await kept.stop();
});

test("a process that ends a hundred times in a row is started each time, with longer and longer pauses", async () => {
  const { kept, events, pauses } = keep((start) => (start <= 100 ? "ends at once" : "runs"));
  await expect.poll(() => events.length, { timeout: 45_000 }).toBe(200);
  expect(events.slice(0, 2)).toEqual([{ kind: "down", problem: "it ended with code 1" }, { kind: "up" }]);
  expect(pauses).toEqual(Array.from({ length: 100 }, (_, index) => index));
  await kept.stop();
});

test("a process that ran well is started again with the shortest pause, however often it failed before", async () => {
  const failed = { kind: "failed", problem: "no memory", isFinal: false } as const;
  const { kept, pauses } = keep(
    (start) => (start === 1 || start === 6 ? "ends at once" : start === 7 ? "runs" : failed),
    { ranWellMs: 0 },
  );
  await expect.poll(() => pauses).toEqual([0, 1, 2, 3, 4, 0]);
  await kept.stop();
});

test("each problem is reported once, and a failure that is final ends it", async () => {
  const { kept, events, starts } = keep((start) => {
    if (start === 1) return "ends at once";
    return { kind: "failed", problem: start < 9 ? "no memory" : "wrong key", isFinal: start === 9 };
  });
  await expect.poll(() => events.at(-1)?.kind).toBe("lost");
  expect(events).toEqual([
    { kind: "down", problem: "it ended with code 1" },
    { kind: "down", problem: "no memory" },
    { kind: "lost", problem: "wrong key" },
  ]);
  expect(starts()).toBe(9);
  await kept.stop();
});

test("a start is left to take as long as it needs, and every minute its step is reported", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const events: KeepEvent[] = [];
    let finish: (attempt: StartAttempt) => void = () => undefined;
    const kept = keepRunning(
      ({ onStep }) => {
        onStep("it migrates the database");
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
      (event) => events.push(event),
    );
    vi.advanceTimersByTime(180_000);
    expect(events).toEqual(
      [1, 2, 3].map((forMinutes) => ({ kind: "starting", forMinutes, step: "it migrates the database" })),
    );
    finish({ kind: "started", run: fakeRun() });
    expect(await kept.firstStart).toEqual({ kind: "started" });
    vi.advanceTimersByTime(180_000);
    expect(events).toHaveLength(3);
    await kept.stop();
  } finally {
    vi.useRealTimers();
  }
});
