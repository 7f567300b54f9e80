import { afterEach, expect, test } from "vitest";
import { createLogger } from "./log";
import { type Readiness, watchReadiness } from "./readiness";

let at = new Date("2026-11-24T10:00:00.000Z");
let readiness: Readiness | null = null;
afterEach(() => readiness?.stop());

test("readiness and one log line say what is wrong and since when, until it is over", async () => {
  const lines: Record<string, unknown>[] = [];
  const output = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  let isHeld = false;
  let database: () => boolean | Promise<boolean> = () => true;
  readiness = watchReadiness({
    checks: [
      { part: "database", problem: "does not answer", isWell: () => database() },
      { part: "jobs", problem: "no worker is alive", isWell: () => true },
    ],
    areRefundsHeld: () => Promise.resolve(isHeld),
    clock: { now: () => at },
    logger: createLogger("test", "info", output),
  });
  expect(await readiness.report()).toEqual({ status: "ready" });

  database = () => Promise.reject(new Error("connect ECONNREFUSED"));
  const problems = [{ part: "database", problem: "does not answer", since: "2026-11-24T10:00:00.000Z" }];
  for (let second = 0; second < 3; second += 1) {
    expect(await readiness.report()).toEqual({ status: "not ready", problems });
    at = new Date(at.getTime() + 1_000);
  }
  expect(lines).toMatchObject([{ msg: "not ready", ...problems[0] }]);

  database = () => true;
  expect(await readiness.report()).toEqual({ status: "ready" });
  expect(lines).toMatchObject([
    { msg: "not ready" },
    { msg: "ready again", part: "database", since: "2026-11-24T10:00:00.000Z", downMs: 3_000 },
  ]);

  isHeld = true;
  expect(await readiness.report()).toEqual({
    status: "ready",
    notice: expect.stringContaining("refunds are held") as string,
  });
});

test("a process that is about to stop is not ready, and says since when", async () => {
  at = new Date("2026-11-24T10:00:00.000Z");
  readiness = watchReadiness({
    checks: [{ part: "database", problem: "does not answer", isWell: () => true }],
    areRefundsHeld: () => Promise.resolve(false),
    clock: { now: () => at },
    logger: createLogger("test", "error"),
  });
  expect(await readiness.report()).toEqual({ status: "ready" });
  readiness.drain();
  at = new Date(at.getTime() + 1_000);
  expect(await readiness.report()).toEqual({
    status: "not ready",
    problems: [{ part: "process", problem: "is stopping", since: "2026-11-24T10:00:00.000Z" }],
  });
});
