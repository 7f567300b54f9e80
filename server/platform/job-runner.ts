import { EventEmitter } from "node:events";
import { Logger as WorkerLogger, run, type TaskList, type Worker, type WorkerEvents } from "graphile-worker";
import type { Logger } from "./log";
import type { Pool } from "./pool";
import { wakeOneByOne } from "./wake-workers";

/** Levels of graphile-worker; its const enum cannot be imported into an isolated module. */
const WORTH_A_WARNING: readonly string[] = ["error", "warning"];

/** The library's own interval, of each worker for itself: only what the looks of `wakeOneByOne` would miss. */
const POLL_INTERVAL_MS = 10_000;

/** Some workers of graphile-worker, which end together. */
export type JobRunner = {
  /** Those that can still take jobs, or work on one. */
  workers(): readonly Worker[];
  /** Whether this one asks for a job at this moment, and may be given one that nobody here knows of yet. */
  isAsking(worker: Worker): boolean;
  /** Whether it can no longer do its work: a worker gave up, or its first look failed. Another has to take over. */
  isWorn(): boolean;
  /** Takes no new jobs; returns when those under way have come to their end. */
  stop(): Promise<void>;
};

export type RunnerOptions = {
  pool: Pool;
  logger: Logger;
  tasks: TaskList;
  concurrency: number;
  pollEveryMs: number;
  /** Asked before a worker asks for a job. */
  mayTakeJobs: () => boolean;
};

class NoLeaseError extends Error {
  override name = "NoLeaseError";
}

export async function launchRunner(options: RunnerOptions): Promise<JobRunner> {
  const { pool, logger, tasks, concurrency, pollEveryMs, mayTakeJobs } = options;
  const workers = new Set<Worker>();
  const asking = new Set<Worker>();
  const released = new Set<Worker>();
  let isWorn = false;
  // One whose very first look failed remembers the failure for good (its tasks' ids), and fails at each look.
  let isProven = false;

  const events: WorkerEvents = new EventEmitter();
  events.on("worker:create", ({ worker }) => workers.add(worker));
  events.on("worker:release", ({ worker }) => released.add(worker));
  events.on("worker:stop", ({ worker }) => workers.delete(worker));
  events.on("worker:fatalError", ({ worker }) => {
    workers.delete(worker);
    isWorn = true;
  });
  events.on("worker:getJob:start", ({ worker }) => asking.add(worker));
  events.on("worker:getJob:empty", ({ worker }) => {
    asking.delete(worker);
    isProven = true;
  });
  events.on("worker:getJob:error", ({ worker, error }) => {
    asking.delete(worker);
    const hasAsked = !(error instanceof NoLeaseError);
    if (hasAsked && !isProven && !released.has(worker)) isWorn = true;
  });
  events.on("job:start", ({ worker }) => {
    asking.delete(worker);
    isProven = true;
  });
  const waking = wakeOneByOne(events, { tasks: new Set(Object.keys(tasks)), pollEveryMs });

  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    concurrency,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    events,
    parsedCronItems: [],
    // The library's one question before each look; an error ends the look, and the worker waits for the next.
    forbiddenFlags: () => {
      if (!mayTakeJobs()) throw new NoLeaseError("this worker has no lease at the moment");
      return null;
    },
    logger: new WorkerLogger(() => (level, message) => {
      if (WORTH_A_WARNING.includes(level)) logger.warn({ source: "jobs" }, message);
      else logger.debug({ source: "jobs" }, message);
    }),
  }).catch((error: unknown) => {
    waking.stop();
    throw error;
  });
  runner.promise.catch((error: unknown) => {
    logger.error({ err: error }, "a job runner ended");
    isWorn = true;
  });

  let stopping: Promise<void> | null = null;
  return {
    workers: () => [...workers],
    isAsking: (worker) => asking.has(worker),
    isWorn: () => isWorn,
    stop() {
      waking.stop();
      // One that ended by itself says so here; the other runners of the process must come to their end all the same.
      stopping ??= runner
        .stop()
        .catch((error: unknown) => logger.warn({ err: error }, "a job runner had ended already"));
      return stopping;
    },
  };
}
