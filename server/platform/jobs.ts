import { EventEmitter } from "node:events";
import { Logger as WorkerLogger, run, runMigrations, type Runner, type WorkerEvents } from "graphile-worker";
import type { Logger } from "./log";
import type { Db, Pool } from "./pool";

/** What a job does. It may run again after a crash, so it must be safe to repeat. */
export type JobHandler = (payload: unknown) => Promise<void>;

export type Jobs = { stop(): Promise<void> };

/** Levels of graphile-worker; its const enum cannot be imported into an isolated module. */
const WORTH_A_WARNING: readonly string[] = ["error", "warning"];

const HEARTBEAT_MS = 2_000;
/** A worker that has not been seen for this long is taken for dead and its jobs are given to others (failure 25). */
const LEASE_MS = 10_000;

/** Creates the job tables; safe to repeat and to run from several processes at once. */
export async function prepareJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool });
  await pool.query(`
    create table if not exists job_worker_leases (
      worker_id text primary key,
      seen_at timestamptz not null default now()
    )`);
}

/**
 * Adds a job in the caller's transaction: it exists exactly when that transaction commits.
 * With a `key`, a waiting job of the same key is replaced, and a running one is left to finish.
 */
export async function addJob(
  db: Db,
  task: string,
  payload: Record<string, string | number>,
  options: { delayMs?: number; key?: string } = {},
): Promise<void> {
  await db.query(
    `select graphile_worker.add_job($1, $2::json, run_at => now() + $3 * interval '1 millisecond', job_key => $4)`,
    [task, JSON.stringify(payload), options.delayMs ?? 0, options.key ?? null],
  );
}

/**
 * Runs jobs in this process. Each worker keeps a short lease; the jobs of a worker whose lease has run out, because its
 * process was killed, are released (graphile-worker itself would wait for four hours).
 */
export async function startJobs(options: {
  pool: Pool;
  logger: Logger;
  handlers: Record<string, JobHandler>;
  concurrency: number;
  pollIntervalMs?: number;
}): Promise<Jobs> {
  const { pool, logger } = options;
  const workerIds = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:create", ({ worker }) => workerIds.add(worker.workerId));
  events.on("worker:stop", ({ worker }) => workerIds.delete(worker.workerId));

  const runner: Runner = await run({
    pgPool: pool,
    taskList: Object.fromEntries(
      Object.entries(options.handlers).map(([name, handler]) => [
        name,
        (payload: unknown) => handler(payload),
      ]),
    ),
    concurrency: options.concurrency,
    pollInterval: options.pollIntervalMs ?? 500,
    noHandleSignals: true,
    events,
    parsedCronItems: [],
    logger: new WorkerLogger(() => (level, message) => {
      if (WORTH_A_WARNING.includes(level)) logger.warn({ source: "jobs" }, message);
      else logger.debug({ source: "jobs" }, message);
    }),
  });
  runner.promise.catch((error: unknown) => logger.error({ err: error }, "the job runner stopped"));

  await renewLeases(pool, workerIds);
  let beating: Promise<void> = Promise.resolve();
  const heartbeat = setInterval(() => {
    beating = renewLeases(pool, workerIds)
      .then(() => releaseDeadWorkers(pool))
      .catch((error: unknown) => logger.warn({ err: error }, "job leases could not be renewed"));
  }, HEARTBEAT_MS);

  return {
    async stop() {
      clearInterval(heartbeat);
      await beating;
      await runner.stop();
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
