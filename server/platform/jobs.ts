import { randomUUID } from "node:crypto";
import { Logger as WorkerLogger, runMigrations } from "graphile-worker";
import { z } from "zod";
import { REQUEST_ID, TRACE } from "./add-job";
import { beat, LEASE_MS } from "./job-leases";
import { type JobRunner, launchRunner } from "./job-runner";
import type { Logger } from "./log";
import { createPoolBeside, isDatabaseOutage, type Pool } from "./pool";
import { retryDuringOutage } from "./retry-during-outage";
import { withRequestId } from "./request-context";
import { inSpan, inTraceOf } from "./tracing";
import { inTransaction } from "./transaction";

/**
 * A migration that fails rejects. The library would print later errors of the pool's connections, past the log, when
 * Postgres stops.
 */
const SILENT = new WorkerLogger(() => () => undefined);

/** What a job does. It may run again after a crash, so it must be safe to repeat. */
export type JobHandler = (payload: unknown) => Promise<void>;

export type Jobs = {
  /** Whether this process has workers that hold their lease, and so may take jobs. */
  isAlive(): boolean;
  stop(): Promise<void>;
};

const originSchema = z.object({
  [REQUEST_ID]: z.string().optional(),
  [TRACE]: z.record(z.string(), z.string()).optional(),
});

/** The longest delay before a scheduled job starts, in milliseconds. Jobs due at once are announced. */
const POLL_EVERY_MS = 100;

const HEARTBEAT_MS = 2_000;
/**
 * A heartbeat that gets no answer for this long, in milliseconds, is sent again over a new connection. A slow database
 * then has a second and a half of the lease left to accept that connection and answer.
 */
const HEARTBEAT_LIMIT_MS = 5_500;

/**
 * The back-off of a failed job grows to hours. After a restart or an outage of the database the reason is gone: during
 * this time, in milliseconds, failed jobs are retried within seconds (0231).
 */
const RETRY_SOON_FOR_MS = 15_000;
const RETRY_SOON_MS = 5_000;

/** An arbitrary constant, the same in every process and different from that of `migrate`. */
const PREPARING_LOCK = 7_242_002;
/** Longer than the library takes to create its tables over another connection, on a slow database. */
const PREPARING_IDLE_LIMIT_MS = 60_000;
/** The largest delay of a timer, in milliseconds. */
const NO_LIMIT = 2_147_483_647;

/**
 * Creates the job tables and these tasks; safe to repeat. Processes that start together on a new database wait for each
 * other: when two create one schema at the same time, Postgres fails one of them, even with "if not exists". The pool
 * needs two connections.
 */
export async function prepareJobs(
  pool: Pool,
  tasks: readonly string[] = [],
  { idleLimitMs = PREPARING_IDLE_LIMIT_MS } = {},
): Promise<void> {
  await inTransaction(pool, async (db) => {
    // A process waits as long as the previous one takes. One whose connection was dropped silently must not block the
    // others forever.
    await db.query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = ${idleLimitMs}`,
    );
    const lock = {
      text: "select pg_advisory_xact_lock($1)",
      values: [PREPARING_LOCK],
      query_timeout: NO_LIMIT,
    };
    await db.query(lock);
    await runMigrations({ pgPool: pool, logger: SILENT });
    await db.query(`
      create table if not exists job_worker_leases (
        worker_id text primary key,
        seen_at timestamptz not null default now()
      )`);
    await db.query(
      `insert into graphile_worker._private_tasks (identifier) select unnest($1::text[]) on conflict do nothing`,
      [tasks],
    );
  });
}

export type JobDone = (task: string, outcome: "done" | "failed", seconds: number) => void;

async function runJob(
  task: string,
  handler: JobHandler,
  payload: unknown,
  { onJobDone, onOutage }: { onJobDone: JobDone | undefined; onOutage: () => void },
): Promise<void> {
  const origin = originSchema.safeParse(payload).data ?? {};
  const run = (): Promise<void> => inSpan(`job ${task}`, { "paydeck.task": task }, () => handler(payload));
  const startedAt = performance.now();
  let outcome: "done" | "failed" = "failed";
  try {
    await withRequestId(origin[REQUEST_ID] ?? randomUUID(), () => inTraceOf(origin[TRACE] ?? {}, run));
    outcome = "done";
  } catch (error) {
    if (isDatabaseOutage(error)) onOutage();
    throw error;
  } finally {
    onJobDone?.(task, outcome, (performance.now() - startedAt) / 1000);
  }
}

/** A runner, and the leases of its workers. */
type Leased = {
  runner: JobRunner;
  leases: Leases;
};
type Leases = {
  hasBegun: boolean;
  /** In the time of `performance.now()`. After it, other processes may take these workers' jobs. */
  heldUntil: number;
  isTakenOver: boolean;
};

function areHeld({ isTakenOver, heldUntil }: Leases): boolean {
  return !isTakenOver && performance.now() < heldUntil;
}

/**
 * Runs jobs in this process. Each worker has a short lease. When it expires because the process was killed, the
 * worker's jobs are given to other workers (graphile-worker itself waits four hours). While a process cannot renew its
 * leases in time, its workers take no jobs (decision 0240). A new runner replaces a worker that lost the database at
 * the end of a job, because graphile-worker does not restart it, and a worker whose jobs were given to others, because
 * it must not continue.
 */
export async function startJobs(options: {
  /** For the workers. Heartbeats use a separate connection. */
  pool: Pool;
  logger: Logger;
  handlers: Record<string, JobHandler>;
  concurrency: number;
  /** The longest delay before a scheduled job starts, in milliseconds. */
  pollEveryMs?: number;
  /** Called after each job, for metrics. */
  onJobDone?: JobDone;
}): Promise<Jobs> {
  const { pool, logger } = options;
  const runners = new Set<Leased>();
  let isHeard = true;
  let isStopping = false;
  let isOver = false;
  let previousAt: Date | null = null;
  let retrySoonUntil = performance.now() + RETRY_SOON_FOR_MS;
  const retrySoon = (): void => {
    retrySoonUntil = performance.now() + RETRY_SOON_FOR_MS;
  };

  const launch = async (): Promise<Leased> => {
    const leases: Leases = { hasBegun: false, heldUntil: -Infinity, isTakenOver: false };
    const taskOf = (task: string, handler: JobHandler) => (payload: unknown) => {
      if (!areHeld(leases))
        throw new Error("the lease ended before the job began; somebody else may have it");
      return runJob(task, handler, payload, { onJobDone: options.onJobDone, onOutage: retrySoon });
    };
    const runner = await launchRunner({
      pool,
      logger,
      tasks: Object.fromEntries(
        Object.entries(options.handlers).map(([task, handler]) => [task, taskOf(task, handler)]),
      ),
      concurrency: options.concurrency,
      pollEveryMs: options.pollEveryMs ?? POLL_EVERY_MS,
      mayTakeJobs: () => areHeld(leases),
    });
    const launched = { runner, leases };
    runners.add(launched);
    return launched;
  };

  const heartbeats = createPoolBeside(pool, { maxConnections: 1, answerLimitMs: HEARTBEAT_LIMIT_MS, logger });
  const sendHeartbeat = async (): Promise<void> => {
    const sentAt = performance.now();
    const all = [...runners].filter(({ leases }) => !leases.isTakenOver);
    const leased = workersOf(all.filter(({ leases }) => leases.hasBegun));
    const { renewed, at } = await beat(heartbeats, {
      leased: leased.map(({ workerId }) => workerId),
      starting: workersOf(all.filter(({ leases }) => !leases.hasBegun)).map(({ workerId }) => workerId),
      settled: leased.filter(({ isAsking }) => !isAsking).map(({ workerId }) => workerId),
      activeJobIds: leased.flatMap(({ jobId }) => jobId ?? []),
      previousAt,
    });
    previousAt = at;
    for (const { runner, leases } of all) {
      const areAllRenewed = runner.workers().every(({ workerId }) => renewed.has(workerId));
      if (areAllRenewed) Object.assign(leases, { hasBegun: true, heldUntil: sentAt + LEASE_MS });
      else leases.isTakenOver = true;
    }
  };

  const begin = async (): Promise<Leased> => {
    const first = await launch();
    try {
      await sendHeartbeat();
      return first;
    } catch (error) {
      runners.delete(first);
      await first.runner.stop();
      throw error;
    }
  };
  let current = await retryDuringOutage(begin, { logger }).catch(async (error: unknown) => {
    await heartbeats.end();
    throw error;
  });

  const replaceRunner = async (): Promise<void> => {
    const worn = current;
    current = await launch();
    logger.warn("a worker was lost, or seemed dead; a new runner has replaced it");
    // The old runner takes no new jobs and finishes its running ones first, under their leases.
    void worn.runner.stop().finally(() => runners.delete(worn));
    hurry();
  };
  /** Work that a heartbeat must not wait for. */
  const repair = async (): Promise<void> => {
    if (isStopping) return;
    if (current.runner.isWorn() || current.leases.isTakenOver) await replaceRunner();
    if (performance.now() < retrySoonUntil) await bringFailedForward(pool, Object.keys(options.handlers));
  };
  let repairing: Promise<void> | null = null;
  const repairOnce = (): void => {
    repairing ??= repair()
      .catch((error: unknown) =>
        logger.warn({ err: error }, "a worker could not be replaced, or failed jobs not brought forward"),
      )
      .finally(() => (repairing = null));
  };

  let hurry = (): void => undefined;
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const keepBeating = async (): Promise<void> => {
    let dueAt = performance.now() + HEARTBEAT_MS;
    for (;;) {
      await pause(Math.max(dueAt - performance.now(), 0));
      if (isOver) return;
      dueAt = performance.now() + HEARTBEAT_MS;
      try {
        await sendHeartbeat();
        isHeard = true;
        repairOnce();
      } catch (error) {
        // Log an outage once: every heartbeat fails while it lasts.
        if (isHeard) logger.warn({ err: error }, "job leases could not be renewed");
        isHeard = false;
        retrySoon();
      }
    }
  };
  const beating = keepBeating();

  return {
    isAlive: () => areHeld(current.leases) && !current.runner.isWorn() && current.runner.workers().length > 0,
    async stop() {
      isStopping = true;
      await repairing;
      // Leases are renewed until the last job has ended.
      await Promise.all([...runners].map(({ runner }) => runner.stop()));
      isOver = true;
      hurry();
      await beating;
      await heartbeats.end();
    },
  };
}

/** A snapshot of the workers and jobs of all runners. */
function workersOf(
  runners: readonly Leased[],
): { workerId: string; isAsking: boolean; jobId: string | undefined }[] {
  return runners.flatMap(({ runner }) =>
    runner.workers().map((worker) => ({
      workerId: worker.workerId,
      isAsking: runner.isAsking(worker),
      jobId: worker.getActiveJob()?.id,
    })),
  );
}

/**
 * Reschedules failed jobs of these tasks with a long back-off: each runs within {@link RETRY_SOON_MS}, spread over that
 * time.
 */
async function bringFailedForward(pool: Pool, tasks: readonly string[]): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() + random() * $2 * interval '1 millisecond'
     where is_available and attempts > 0 and run_at > now() + $2 * interval '1 millisecond'
       and task_id in (select id from graphile_worker._private_tasks where identifier = any($1::text[]))`,
    [tasks, RETRY_SOON_MS],
  );
}
