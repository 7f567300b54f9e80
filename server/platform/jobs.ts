import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { Logger as WorkerLogger, run, runMigrations, type Runner, type WorkerEvents } from "graphile-worker";
import { z } from "zod";
import { REQUEST_ID, TRACE } from "./add-job";
import type { Logger } from "./log";
import { isDatabaseOutage, type Pool } from "./pool";
import { retryDuringOutage } from "./retry-during-outage";
import { withRequestId } from "./request-context";
import { inSpan, inTraceOf } from "./tracing";
import { inTransaction } from "./transaction";
import { wakeOneByOne } from "./wake-workers";

/** What a job does. It may run again after a crash, so it must be safe to repeat. */
export type JobHandler = (payload: unknown) => Promise<void>;

export type Jobs = {
  /** Whether workers are there and the last sign of life reached the database. */
  isAlive(): boolean;
  stop(): Promise<void>;
};

/** Levels of graphile-worker; its const enum cannot be imported into an isolated module. */
const WORTH_A_WARNING: readonly string[] = ["error", "warning"];

const originSchema = z.object({
  [REQUEST_ID]: z.string().optional(),
  [TRACE]: z.record(z.string(), z.string()).optional(),
});

/** How late a job may be begun that was planned for later; what is due at once is announced. */
const POLL_EVERY_MS = 100;
/** The library's own interval, of each worker for itself: only what the looks above would miss. */
const POLL_INTERVAL_MS = 10_000;

const HEARTBEAT_MS = 2_000;
/** A worker that has not been seen for this long is taken for dead and its jobs are given to others (failure 25). */
const LEASE_MS = 10_000;

/**
 * A job that failed waits longer and longer, up to hours. After a restart or an outage of the database the reason is over: for so long
 * what has failed is tried again within moments (0231).
 */
const RETRY_SOON_FOR_MS = 15_000;
const RETRY_SOON_MS = 5_000;

/** Any constant will do, as long as every process uses the same one, and `migrate` another. */
const PREPARING_LOCK = 7_242_002;

/**
 * Creates the job tables, with these tasks in them; safe to repeat. Processes that start together on a new database wait for each other: of two that
 * create one schema at the same moment Postgres lets one fail, "if not exists" or not. The pool needs two connections.
 */
export async function prepareJobs(pool: Pool, tasks: readonly string[] = []): Promise<void> {
  await inTransaction(pool, async (db) => {
    // However long the one in front takes.
    await db.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    await db.query("select pg_advisory_xact_lock($1)", [PREPARING_LOCK]);
    await runMigrations({ pgPool: pool });
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

/**
 * Runs jobs in this process. Each worker keeps a short lease; the jobs of a worker whose lease has run out, because its
 * process was killed, are released (graphile-worker itself would wait for four hours). A worker that lost the database
 * at the end of a job gives up for good and is not replaced by graphile-worker: a new runner takes over here.
 */
export async function startJobs(options: {
  pool: Pool;
  logger: Logger;
  handlers: Record<string, JobHandler>;
  concurrency: number;
  /** How late a job that was planned for later may be begun, in milliseconds. */
  pollEveryMs?: number;
  /** Told after each job; for counting. */
  onJobDone?: JobDone;
}): Promise<Jobs> {
  const { pool, logger } = options;
  const workerIds = new Set<string>();
  const activeJobIds = new Set<string>();
  let isWorkerLost = false;
  let isHeard = true;
  let isStopping = false;
  let retrySoonUntil = performance.now() + RETRY_SOON_FOR_MS;
  const retrySoon = (): void => {
    retrySoonUntil = performance.now() + RETRY_SOON_FOR_MS;
  };

  const events: WorkerEvents = new EventEmitter();
  events.on("worker:create", ({ worker }) => workerIds.add(worker.workerId));
  events.on("worker:stop", ({ worker }) => workerIds.delete(worker.workerId));
  events.on("worker:fatalError", ({ worker }) => {
    workerIds.delete(worker.workerId);
    isWorkerLost = true;
  });

  // A runner whose very first look failed remembers the failure for good (its tasks' ids), and fails at each look.
  const proven = new WeakSet<object>();
  events.on("worker:getJob:empty", ({ worker }) => proven.add(worker.workerPool));
  events.on("job:start", ({ worker }) => proven.add(worker.workerPool));
  const released = new WeakSet<object>();
  events.on("worker:release", ({ worker }) => released.add(worker));
  events.on("worker:getJob:error", ({ worker }) => {
    if (!proven.has(worker.workerPool) && !released.has(worker)) isWorkerLost = true;
  });

  events.on("job:start", ({ job }) => activeJobIds.add(job.id));
  events.on("job:complete", ({ job }) => activeJobIds.delete(job.id));
  const tasks = new Set(Object.keys(options.handlers));
  const waking = wakeOneByOne(events, { tasks, pollEveryMs: options.pollEveryMs ?? POLL_EVERY_MS });

  const launch = async (): Promise<Runner> => {
    const launched = await run({
      pgPool: pool,
      taskList: Object.fromEntries(
        Object.entries(options.handlers).map(([name, handler]) => [
          name,
          (payload: unknown) =>
            runJob(name, handler, payload, { onJobDone: options.onJobDone, onOutage: retrySoon }),
        ]),
      ),
      concurrency: options.concurrency,
      pollInterval: POLL_INTERVAL_MS,
      noHandleSignals: true,
      events,
      parsedCronItems: [],
      logger: new WorkerLogger(() => (level, message) => {
        if (WORTH_A_WARNING.includes(level)) logger.warn({ source: "jobs" }, message);
        else logger.debug({ source: "jobs" }, message);
      }),
    });
    launched.promise.catch((error: unknown) => {
      logger.error({ err: error }, "a job runner ended");
      isWorkerLost = true;
    });
    return launched;
  };

  const begin = async (): Promise<Runner> => {
    const first = await launch();
    await renewLeases(pool, workerIds).catch(async (error: unknown) => {
      await first.stop().catch(() => undefined);
      throw error;
    });
    return first;
  };
  let runner = await retryDuringOutage(begin, { logger }).catch((error: unknown) => {
    waking.stop();
    throw error;
  });
  const replaceRunner = async (): Promise<void> => {
    const worn = runner;
    runner = await launch();
    isWorkerLost = false;
    logger.warn("a worker was lost with its database connection; a new runner has taken over");
    // Jobs that are under way in the old runner come to their end first; it takes no new ones.
    worn
      .stop()
      .catch((error: unknown) => logger.warn({ err: error }, "the old job runner had ended already"));
    // At once: without a lease, whoever looks next takes the new workers for dead and gives their jobs away. Last, because
    // it may fail, and the old runner has to be on its way out by then.
    await renewLeases(pool, workerIds);
  };

  const beat = async (): Promise<void> => {
    try {
      await renewLeases(pool, workerIds);
      await releaseDeadWorkers(pool);
      await releaseForgottenJobs(pool, workerIds, activeJobIds);
      if (isWorkerLost && !isStopping) await replaceRunner();
      if (performance.now() < retrySoonUntil) await bringFailedForward(pool, [...tasks]);
      isHeard = true;
    } catch (error) {
      // Once for an outage: every heartbeat fails while it lasts.
      if (isHeard) logger.warn({ err: error }, "job leases could not be renewed");
      isHeard = false;
      retrySoon();
    }
  };
  let beating: Promise<void> = Promise.resolve();
  const beatAgain = (): NodeJS.Timeout =>
    setTimeout(() => {
      beating = beat().finally(() => {
        if (!isStopping) heartbeat = beatAgain();
      });
    }, HEARTBEAT_MS);
  let heartbeat = beatAgain();

  return {
    isAlive: () => isHeard && !isWorkerLost && workerIds.size > 0,
    async stop() {
      isStopping = true;
      clearTimeout(heartbeat);
      waking.stop();
      await beating;
      // One that ended by itself says so here; the other runners of the process must come to their end all the same.
      await runner
        .stop()
        .catch((error: unknown) => logger.warn({ err: error }, "the job runner had ended already"));
    },
  };
}

async function renewLeases(pool: Pool, workerIds: ReadonlySet<string>): Promise<void> {
  await pool.query(
    `insert into job_worker_leases (worker_id) select unnest($1::text[])
     on conflict (worker_id) do update set seen_at = now()`,
    [[...workerIds]],
  );
}

async function releaseDeadWorkers(pool: Pool): Promise<void> {
  await pool.query(
    `delete from job_worker_leases l where l.seen_at < now() - interval '1 hour'
       and not exists (select 1 from graphile_worker.jobs j where j.locked_by = l.worker_id)`,
  );
  const dead = await pool.query<{ worker_id: string }>(
    `select distinct j.locked_by as worker_id from graphile_worker.jobs j
     where j.locked_by is not null
       and not exists (
         select 1 from job_worker_leases l
         where l.worker_id = j.locked_by and l.seen_at > now() - $1 * interval '1 millisecond')`,
    [LEASE_MS],
  );
  if (dead.rows.length === 0) return;
  const ids = dead.rows.map((row) => row.worker_id);
  await pool.query("select graphile_worker.force_unlock_workers($1::text[])", [ids]);
  await pool.query("delete from job_worker_leases where worker_id = any($1::text[])", [ids]);
}

/** Jobs of these tasks that failed and wait for long are tried again within {@link RETRY_SOON_MS}, spread over it. */
async function bringFailedForward(pool: Pool, tasks: readonly string[]): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() + random() * $2 * interval '1 millisecond'
     where is_available and attempts > 0 and run_at > now() + $2 * interval '1 millisecond'
       and task_id in (select id from graphile_worker._private_tasks where identifier = any($1::text[]))`,
    [tasks, RETRY_SOON_MS],
  );
}

/**
 * A worker whose connection died while it was given a job never heard of it: the job is locked by a worker that is alive
 * and does something else. Such jobs are given back.
 */
async function releaseForgottenJobs(
  pool: Pool,
  workerIds: ReadonlySet<string>,
  activeJobIds: ReadonlySet<string>,
): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_by = null, locked_at = null
     where locked_by = any($1::text[]) and not id = any($2::bigint[])
       and locked_at < now() - $3 * interval '1 millisecond'`,
    [[...workerIds], [...activeJobIds], LEASE_MS],
  );
}
