import { EventEmitter } from "node:events";
import { Logger as WorkerLogger, run, type TaskList, type Worker, type WorkerEvents } from "graphile-worker";
import type { Logger } from "./log";
import type { Pool } from "./pool";
import { wakeOneByOne } from "./wake-workers";

/** Log levels of graphile-worker; its const enum cannot be imported with `isolatedModules`. */
const WORTH_A_WARNING: readonly string[] = ["error", "warning"];

/** Fewer connections than workers are intended: a worker needs one for milliseconds (decision 0242). */
const SMALL_POOL = /^WARNING: having maxPoolSize/;

/** The library's own poll interval for each worker, in milliseconds: a fallback for jobs that `wakeOneByOne` misses. */
const POLL_INTERVAL_MS = 10_000;

/** A group of graphile-worker workers that stop together. */
export type JobRunner = {
  /** The workers that can still take jobs or are running one. */
  workers(): readonly Worker[];
  /** Whether this worker is fetching a job at the moment, and may hold one that this process does not know yet. */
  isAsking(worker: Worker): boolean;
  /** Whether it must be replaced: a worker gave up, or its first fetch failed. */
  isWorn(): boolean;
  /** Takes no new jobs; resolves when the running ones have ended. */
  stop(): Promise<void>;
};

type RunnerOptions = {
  pool: Pool;
  logger: Logger;
  tasks: TaskList;
  concurrency: number;
  pollEveryMs: number;
  /** Called before a worker fetches a job. */
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
  // A worker whose first fetch failed keeps the failure forever (the ids of its tasks), so every later fetch fails.
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
    // The only hook before each fetch; an error cancels the fetch, and the worker waits for the next one.
    forbiddenFlags: () => {
      if (!mayTakeJobs()) throw new NoLeaseError("this worker has no lease at the moment");
      return null;
    },
    logger: new WorkerLogger(() => (level, message) => {
      if (WORTH_A_WARNING.includes(level) && !SMALL_POOL.test(message))
        logger.warn({ source: "jobs" }, message);
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
      // A runner that already ended fails here; the other runners of the process must still stop.
      stopping ??= runner
        .stop()
        .catch((error: unknown) => logger.warn({ err: error }, "a job runner had ended already"));
      return stopping;
    },
  };
}
