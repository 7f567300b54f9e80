import { Logger as WorkerLogger, runMigrations } from "graphile-worker";
import { areHeld, type Heartbeat, type Leased, type Leases, startHeartbeat } from "./job-heartbeat";
import { launchRunner } from "./job-runner";
import type { Logger } from "./log";
import { isDatabaseOutage, type Pool } from "./pool";
import { retryDuringOutage } from "./retry-during-outage";
import { type JobDone, runJob } from "./run-job";
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

/** The longest delay before a scheduled job starts, in milliseconds. Jobs due at once are announced. */
const POLL_EVERY_MS = 100;

/**
 * The back-off of a failed job grows to hours. After a restart or an outage of the database the reason is gone: during
 * this time, in milliseconds, failed jobs are retried within seconds (0116).
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

/**
 * Runs jobs in this process. Each worker has a short lease. When it expires because the process was killed, the
 * worker's jobs are given to other workers (graphile-worker itself waits four hours). While a process cannot renew its
 * leases in time, its workers take no jobs (decision 0003). A new runner replaces a worker that lost the database at
 * the end of a job, because graphile-worker does not restart it, and a worker whose jobs were given to others, because
 * it must not continue.
 */
export async function startJobs(options: {
  /** The workers use this pool. Heartbeats use a separate connection. */
  pool: Pool;
  /** Shared by all groups of workers of a process. Without it, the workers have their own. */
  heartbeat?: Heartbeat;
  logger: Logger;
  handlers: Record<string, JobHandler>;
  concurrency: number;
  /** The longest delay before a scheduled job starts, in milliseconds. */
  pollEveryMs?: number;
  /** Called after each job, for metrics. */
  onJobDone?: JobDone;
}): Promise<Jobs> {
  const { pool, logger } = options;
  const heartbeat = options.heartbeat ?? startHeartbeat({ pool, logger });
  const runners = new Set<Leased>();
  let isStopping = false;
  let retrySoonUntil = performance.now() + RETRY_SOON_FOR_MS;
  const retrySoon = (): void => {
    retrySoonUntil = performance.now() + RETRY_SOON_FOR_MS;
  };

  const launch = async (): Promise<Leased> => {
    const leases: Leases = { hasBegun: false, heldUntil: -Infinity, isTakenOver: false };
    const taskOf = (task: string, handler: JobHandler) => (payload: unknown) => {
      if (!areHeld(leases))
        throw new Error("the lease ended before the job began; somebody else may have it");
      return runJob(task, payload, () => handler(payload), options.onJobDone).catch((error: unknown) => {
        if (isDatabaseOutage(error)) retrySoon();
        throw error;
      });
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
    heartbeat.runners.add(launched);
    return launched;
  };

  const remove = (each: Leased): void => {
    runners.delete(each);
    heartbeat.runners.delete(each);
  };
  const stopOwnHeartbeat = async (): Promise<void> => {
    if (options.heartbeat === undefined) await heartbeat.stop();
  };

  const begin = async (): Promise<Leased> => {
    const first = await launch();
    try {
      await heartbeat.send();
      return first;
    } catch (error) {
      remove(first);
      await first.runner.stop();
      throw error;
    }
  };
  let current = await retryDuringOutage(begin, { logger }).catch(async (error: unknown) => {
    await stopOwnHeartbeat();
    throw error;
  });

  const replaceRunner = async (): Promise<void> => {
    const worn = current;
    current = await launch();
    logger.warn("a worker was lost, or seemed dead; a new runner has replaced it");
    // The old runner takes no new jobs and finishes its running ones first, under their leases.
    void worn.runner.stop().finally(() => remove(worn));
    heartbeat.hurry();
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

  const listener = { onRenewed: repairOnce, onMissed: retrySoon };
  heartbeat.listeners.add(listener);

  return {
    isAlive: () => areHeld(current.leases) && !current.runner.isWorn() && current.runner.workers().length > 0,
    async stop() {
      isStopping = true;
      await repairing;
      // Leases are renewed until the last job has ended.
      await Promise.all([...runners].map(({ runner }) => runner.stop()));
      heartbeat.listeners.delete(listener);
      for (const each of runners) remove(each);
      await stopOwnHeartbeat();
    },
  };
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
